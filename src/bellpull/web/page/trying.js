// What to try, for those whose agents have not asked anything yet.
import { fill, h } from "/page/dom.js";
import { words } from "/page/words.js";

export function tryingView() {
  const commands = (...lines) => h("pre", { tabindex: "0" }, h("code", {}, lines.join("\n")));
  return h("details", { class: "trying" },
    h("summary", {}, words.try_it),
    h("p", {}, words.try_connect),
    commands("bellpull connect opencode", "bellpull connect claude-code"),
    h("p", {}, words.try_ask),
    commands(`bellpull ask "${words.try_question}" --option "${words.try_yes}" --option "${words.try_no}"`),
    h("p", {}, words.try_send),
    commands(`bellpull send "${words.try_hello}"`),
    h("p", { class: "quiet" }, fill(words.try_mcp, { address: location.origin })),
    h("p", { class: "quiet" }, words.not_installed));
}
