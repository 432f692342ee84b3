"""`bellpull status`: the title everywhere, then the hub's state or what a bar wants; never a word of an agent as more
than text."""

import json
import re
import shlex
import subprocess

import pytest
from scripted_server import Server, answer
from test_cli_identity import HEALTH, leave_traces, said
from watched_agent import WatchedAgent

from support.answers import PATIENCE, done, until
from support.hub import Hub, HubMaker
from support.questions import ask, ask_text, look
from support.shell import Ended, Shell

STATES = ("pending", "in_progress", "pending")
TODOS = [{"content": name, "status": status} for name, status in zip("abc", STATES, strict=True)]
HOSTILE = "x | bash=rm param1='-rf' \" \n---\n--evil | href=http://evil :bug: \x1b[31m<b>&\\n#[fg=red]#(date)"
BARS = ("tmux", "waybar", "xbar")


def shown(ended: Ended) -> str:
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def seeds_menu(watched: WatchedAgent) -> str:
    """The seed's own example, and a permission."""
    watched.sign("Agent Principal", "working", tools=[{"tool": "bash", "argument": "make test"}], todos=TODOS)
    id = watched.permission("Second")
    watched.sign("Agent Question", asks=[{"title": "Validation requise"}])
    watched.sign("Agent en attente")
    return id


def test_the_title_stands_before_the_state_of_the_hub_and_alone_as_plain(watched: WatchedAgent) -> None:
    seeds_menu(watched)
    title, hub, *_ = shown(watched.run("status")).splitlines()
    assert title == "🤖 2 🔒 🔔 ⏳3"
    assert hub.startswith("The hub is running at ")
    assert shown(watched.run("status", "--format", "plain")) == f"{title}\n"


def test_json_has_the_hubs_state_and_everything_that_is_watched(watched: WatchedAgent) -> None:
    seeds_menu(watched)
    told = watched.run("status", "--format", "json").json
    watch = done(watched.person.get("/api/watch"))
    assert {name: told[name] for name in watch if name != "lines"} == {
        name: value for name, value in (watch | {"updated": told["updated"]}).items() if name != "lines"
    }
    assert [line["text"] for line in told["lines"]] == [line["text"] for line in watch["lines"]]
    assert told["running"] is True
    assert told["me"]["name"] == watched.person.name
    assert set(watched.run("status", "--json").json) == set(told)


def test_the_data_folder_is_told_of_a_hub_that_is_here_only(alone: Shell, hub: Hub) -> None:
    chosen = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": hub.owner.key}
    assert "data folder" not in shown(alone.run("status", **chosen))
    assert alone.json("status", **chosen)["data_dir"] is None
    alone.at(hub)
    assert f"data folder    {hub.data_dir}" in shown(alone.run("status", **chosen))


@pytest.mark.process
def test_usage_of_a_command_is_in_the_title(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub(usage_command="echo 45%")
    alone.at(hub)
    until(lambda: "🟢45%" in alone.run("status", "--format", "plain").out, "the command was run")
    assert json.loads(alone.run("status", "--format", "waybar").out)["percentage"] == 45


# tmux


def test_tmux_has_a_colour_only_while_somebody_waits(watched: WatchedAgent) -> None:
    watched.sign("a", "working")
    assert shown(watched.run("status", "--format", "tmux")) == "🤖 1\n"
    id = watched.permission("a")
    assert shown(watched.run("status", "--format", "tmux")) == "#[fg=colour0,bg=colour11]🤖 1 🔒#[default]\n"
    watched.sign("a", "working", requests=[])
    assert look(watched.person, id)["state"] == "settled"
    assert shown(watched.run("status", "--format", "tmux")) == "🤖 1\n"


def test_a_guess_is_no_reason_for_a_colour(watched: WatchedAgent) -> None:
    tool = {"tool": "bash", "argument": "make", "since": "2026-01-01T00:00:00.000Z"}
    watched.sign("a", "working", tools=[tool], guesses=[tool])
    assert shown(watched.run("status", "--format", "tmux")) == "🤖 1 🔒?\n"
    assert json.loads(watched.run("status", "--format", "waybar").out)["class"] == "working"


# waybar


def test_waybar_gets_one_line_with_the_menu_as_tooltip(watched: WatchedAgent) -> None:
    seeds_menu(watched)
    out = shown(watched.run("status", "--format", "waybar"))
    assert out.count("\n") == 1
    told = json.loads(out)
    assert set(told) == {"text", "alt", "tooltip", "class", "percentage"}
    assert (told["text"], told["class"], told["alt"], told["percentage"]) == ("🤖 2 🔒 🔔 ⏳3", "waiting", "waiting", 0)
    assert told["tooltip"].splitlines() == [
        "🤖 Second",
        "    🔒 bash: npm install",
        "🔔 Agent Question",
        '    └ "Validation requise"',
        "🤖 Agent Principal",
        "    🔧 bash: make test",
        "    🔄 b",
        "    ⏳ a (+1)",
        "💤 Agent en attente",
    ]


def test_waybars_class_says_the_most_urgent(watched: WatchedAgent) -> None:
    def told() -> str:
        return str(json.loads(watched.run("status", "--format", "waybar").out)["class"])

    assert told() == "idle"
    watched.sign("a")
    assert told() == "idle"
    watched.sign("a", "working")
    assert told() == "working"
    watched.permission("a")
    assert told() == "permission"
    ask(watched.agent)
    assert told() == "waiting"


def test_markup_of_an_agent_is_text_to_waybar(watched: WatchedAgent) -> None:
    watched.sign("a", title="<b>&amp; 'x'")
    assert json.loads(watched.run("status", "--format", "waybar").out)["tooltip"] == "💤 &lt;b&gt;&amp;amp; 'x'"


def test_a_long_menu_is_cut_in_a_tooltip(watched: WatchedAgent) -> None:
    for number in range(45):
        watched.sign(f"s{number}", "working")
    lines = json.loads(watched.run("status", "--format", "waybar").out)["tooltip"].splitlines()
    assert (len(lines), lines[-1]) == (41, "… 5 more")


# xbar, SwiftBar, Argos


class Item:
    """A line as these bars read it: text before the first bar, then parameters, quoted or not."""

    def __init__(self, line: str) -> None:
        self.text, _, parameters = line.partition("|")
        words = [word.partition("=") for word in shlex.split(parameters)]
        self.parameters = {name: value for name, _, value in words}
        assert len(self.parameters) == len(words), line
        known = r"emojize|ansi|trim|dropdown|bash|terminal|refresh|param\d+|useMarkup|unescape|symbolize"
        assert all(re.fullmatch(known, name) for name in self.parameters), line

    @property
    def command(self) -> list[str]:
        """What a click runs."""
        if "bash" not in self.parameters:
            return []
        numbered = sorted((int(name[5:]), value) for name, value in self.parameters.items() if name.startswith("param"))
        return [self.parameters["bash"], *(value for _, value in numbered)]

    def words(self) -> list[str]:
        """What a click says to bellpull."""
        return self.command[5:]


def items(watched: WatchedAgent, **variables: str) -> list[Item]:
    return [Item(line) for line in shown(watched.run("status", "--format", "xbar", **variables)).splitlines()]


def click(watched: WatchedAgent, item: Item) -> str:
    ended = subprocess.run(
        item.command, env=watched.shell.environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    return ended.stdout + ended.stderr


def test_the_menu_of_xbar_has_title_lines_answers_and_the_page(watched: WatchedAgent) -> None:
    seeds_menu(watched)
    assert [item.text.rstrip() for item in items(watched)] == [
        "🤖 2 🔒 🔔 ⏳3",
        "---",
        "🤖 Second",
        "    🔒 bash: npm install",
        "--▸ Allow once",
        "--▸ Allow always",
        "--▸ Reject",
        "--▸ Type an answer…",
        "--▸ Close",
        "--▸ Go there",
        "🔔 Agent Question",
        '    └ "Validation requise"',
        "🤖 Agent Principal",
        "    🔧 bash: make test",
        "    🔄 b",
        "    ⏳ a (+1)",
        "💤 Agent en attente",
        "---",
        "Open the page",
    ]


@pytest.mark.process
def test_a_click_in_xbar_answers(watched: WatchedAgent) -> None:
    id = seeds_menu(watched)
    (always,) = (item for item in items(watched) if item.text == "--▸ Allow always ")
    assert click(watched, always) == f"Answered {id}: Allow always\n"
    settled = look(watched.person, id)
    assert (settled["choice"], settled["by"], settled["via"]) == ("Allow always", watched.person.name, "cli")


@pytest.mark.process
def test_a_click_in_xbar_goes_to_the_session(watched: WatchedAgent) -> None:
    watched.sign("Here", directory="/work/app")
    (here,) = (item for item in items(watched) if item.text == "💤 Here ")
    assert here.words()[:2] == ["jump", watched.id("Here")]
    assert "/work/app" in click(watched, here)


def test_a_number_that_is_another_options_text_is_no_click(watched: WatchedAgent) -> None:
    ask(watched.agent, options=["2", "1", "3", "four"])
    buttons = {item.text.strip(): item.words() for item in items(watched) if item.text.startswith("--▸")}
    assert list(buttons) == ["--▸ 3", "--▸ four", "--▸ Close"]
    assert [words[2] for words in buttons.values()] == ["3", "4", "--dismiss"]


def test_an_option_called_close_is_told_from_closing_in_xbar(watched: WatchedAgent) -> None:
    ask(watched.agent, options=["Keep", "Close", "Ask"])
    buttons = {item.text.strip(): item.words()[2] for item in items(watched) if item.text.startswith("--▸")}
    assert buttons == {"--▸ Keep": "1", "--▸ Close": "2", "--▸ Ask": "3", "--▸ Close without answering": "--dismiss"}


def test_answer_that_has_to_be_typed_opens_a_terminal(watched: WatchedAgent) -> None:
    id = ask_text(watched.agent)["id"]
    (typed,) = (item for item in items(watched) if "Type an answer" in item.text)
    assert (typed.words()[:2], typed.parameters["terminal"]) == (["answer", id], "true")


def test_text_of_an_agent_stays_in_its_line_and_becomes_no_parameter(watched: WatchedAgent) -> None:
    watched.sign("a", "working", title=HOSTILE, tools=[{"tool": HOSTILE[:200], "argument": HOSTILE}], trouble=HOSTILE)
    watched.sign("b", asks=[{"title": HOSTILE}], todos=[{"content": HOSTILE, "status": "pending"}])
    ask(watched.agent, title=HOSTILE.replace("\n", " "), question=HOSTILE, options=[HOSTILE, "---", "-- x"])
    found = items(watched)
    programs = {tuple(item.command[:5]) for item in found if item.command}
    assert len(programs) == 1
    assert {item.words()[0] for item in found if item.command} == {"jump", "answer", "page"}
    said = {word for item in found for word in item.words()[1:]}
    assert all(re.fullmatch(r"[\w:./-]+", word) for word in said), said
    assert [item.text for item in found].count("---") == 2
    assert "\x1b" not in "".join(item.text for item in found)
    assert "href" not in {name for item in found for name in item.parameters}


def test_a_session_whose_id_is_more_than_an_id_has_no_click(watched: WatchedAgent) -> None:
    watched.sign("a", session="opencode:'; rm -rf $HOME |")
    watched.sign("b", session="--help")
    assert [item.words() for item in items(watched)[2:4]] == [[], []]


@pytest.mark.parametrize(
    ("variable", "names"), [("ARGOS_VERSION", {"useMarkup", "unescape"}), ("SWIFTBAR", {"symbolize"}), ("X", set())]
)
def test_each_of_the_bars_is_told_in_its_own_way_that_text_is_text(
    watched: WatchedAgent, variable: str, names: set[str]
) -> None:
    watched.sign("a")
    line = items(watched, **{variable: "1"})[2]
    own = {"useMarkup", "unescape", "symbolize"} & set(line.parameters)
    assert own == names
    assert {line.parameters[name] for name in ("emojize", "ansi", *names)} == {"false"}


def test_a_click_reaches_the_same_hub(watched: WatchedAgent, shell: Shell) -> None:
    words = items(watched)[-1].words()
    assert words == ["page", "--open", "--data-dir", str(shell.data_dir), "--url", watched.person.hub.url]


# Without a hub


@pytest.mark.parametrize("name", BARS)
def test_a_bar_is_told_that_there_is_no_hub(alone: Shell, name: str) -> None:
    out = shown(alone.run("status", "--format", name))
    sentence = f"The hub of {alone.data_dir} is not running."
    if name == "tmux":
        assert out == "🤖\n"
    elif name == "waybar":
        told = json.loads(out)
        assert (told["text"], told["class"], told["percentage"]) == ("🤖", "off", 0)
        assert told["tooltip"].startswith(f"{sentence}\nstart it: bellpull up")
    else:
        assert [line.partition(" |")[0] for line in out.splitlines()[:3]] == ["🤖", "---", sentence]


@pytest.mark.parametrize(
    ("variables", "why"),
    [({"BELLPULL_KEY": "bp_wrong"}, "key"), ({"BELLPULL_PORT": "many"}, "BELLPULL_PORT")],
    ids=["a wrong key", "a wrong setting"],
)
def test_whatever_is_wrong_a_bar_goes_on_and_says_it(shell: Shell, variables: dict[str, str], why: str) -> None:
    assert shown(shell.run("status", "--format", "tmux", **variables)) == "🤖\n"
    assert why in json.loads(shown(shell.run("status", "--format", "waybar", **variables)))["tooltip"]
    assert why in shown(shell.run("status", "--format", "xbar", **variables))


def test_plain_and_the_default_say_no_where_there_is_no_hub(alone: Shell) -> None:
    ended = alone.run("status", "--format", "plain")
    assert (ended.code, ended.out, ended.err) == (1, "🤖\n", "")
    assert alone.run("status").out.splitlines()[0] == "🤖"
    assert alone.run("status", "--format", "json").code == 1


def test_an_unknown_format_is_told_with_those_there_are(alone: Shell) -> None:
    ended = alone.run("status", "--format", "i3")
    assert (ended.code, ended.out) == (2, "")
    assert all(name in ended.err for name in ("plain", "json", *BARS))
    assert alone.run("status", "--format", "tmux", "--json").code == 2


# What it costs


@pytest.mark.parametrize("name", ["plain", "tmux", "waybar"])
def test_a_bar_costs_one_connection_one_proof_and_one_request(alone: Shell, name: str) -> None:
    watch = {"title": "🤖", "lines": [], "sessions": [], "questions": [], "busy_count": 0, "usage": None}
    told = json.dumps(watch | {"has_any_pending_ask_user": False}).encode()
    with Server([said(HEALTH), answer(HEAD % len(told) + told)]) as server:
        leave_traces(alone, server.url)
        assert alone.run("status", "--format", name).code == 0
    assert [request.split(b" ")[1] for request in server.requests] == [b"/health", b"/api/watch"]
    assert server.served == 1


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def test_an_older_hub_without_a_watch_still_runs(alone: Shell) -> None:
    body = b'{"detail": "Not found", "code": "not_found", "hint": null}'
    gone = b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    me = {"scope": "user", "name": "owner", "admin": True}
    with Server([said(HEALTH)], [said(HEALTH), said(me), said({"count": 0}), answer(gone), answer(gone)]) as server:
        leave_traces(alone, server.url)
        lines = shown(alone.run("status")).splitlines()
    assert lines[:2] == ["🤖", f"The hub is running at {server.url}."]
