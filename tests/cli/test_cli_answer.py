"""A person answers from the command line: in one line, or asked at the terminal."""

import signal

import pytest
from person_at_terminal import PersonAtProcess, PersonAtTerminal

from bellpull.cli.inside import DOCUMENTATION, MARKED, RUN
from bellpull.clients.known import CLIENTS
from support.answers import until
from support.hub import Caller, Hub, HubMaker
from support.questions import QUESTION_FIELDS, answer, ask, ask_text, do, listed, look
from support.shell import Shell

CHOOSE = "Your choice (Enter leaves it open): "
TYPE = "Your reply; an empty line ends it (Enter alone leaves it open, /d dismisses it):"
HIDDEN = "Your reply, which is not shown (Enter leaves it open): "


@pytest.fixture
def own(alone: Shell, person: Caller) -> tuple[Shell, Caller, Caller]:
    """A person with an agent of their own: at the terminal all its open questions are asked, and no others."""
    alone.variables |= {"BELLPULL_URL": person.hub.url, "BELLPULL_KEY": person.key}
    return alone, person, person.hub.new_agent(person)


@pytest.mark.parametrize(
    ("fields", "word", "choice"),
    [
        ({}, "Yes, merge", "Yes, merge"),
        ({}, "1", "Yes, merge"),
        ({}, "2", "No"),
        ({"options": ["2", "1"]}, "1", "1"),
        ({"options": ["2", "1"]}, "2", "2"),
        ({"options": ["A", "B", "C"]}, "3", "C"),
        ({"action_label": "Do it"}, "Do it", "Yes, merge"),
        ({"options": ["Yes, merge", "1"]}, "1", "1"),
        ({"options": [], "kind": "choice"}, "OK", "OK"),
        ({"options": [], "kind": "choice", "action_label": "Go"}, "1", "Go"),
    ],
)
def test_an_option_is_chosen_as_it_is_written_or_by_its_number(
    shell: Shell, agent: Caller, fields: dict[str, object], word: str, choice: str
) -> None:
    question = ask(agent, **fields)
    ended = shell.run("answer", question["id"], word)
    assert (ended.code, ended.out, ended.err) == (0, f"Answered {question['id']}: {choice}\n", "")
    settled = look(agent, question["id"])
    assert (settled["choice"], settled["via"]) == (choice, "cli")


@pytest.mark.parametrize("word", ["0", "3", "yes, merge", "Yes", "²", "99999999999999999999999", "maybe"])
def test_answer_that_is_no_option_is_refused_with_the_options(shell: Shell, agent: Caller, word: str) -> None:
    question = ask(agent)
    ended = shell.run("answer", question["id"], word)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("is not one of the options.\nhint: choose: 1 Yes, merge; 2 No\n")
    assert look(agent, question["id"])["state"] == "open"


def test_answer_in_other_words_needs_the_flag_text(shell: Shell, agent: Caller) -> None:
    question = ask(agent, free_text=True)
    refused = shell.run("answer", question["id"], "Tomorrow")
    assert refused.code == 2
    assert "or something else with --text" in refused.err
    assert shell.run("answer", question["id"], "--text", "Tomorrow").code == 0
    assert look(agent, question["id"])["choice"] == "Tomorrow"
    strict = ask(agent)
    assert shell.run("answer", strict["id"], "--text", "Tomorrow").code == 2


@pytest.mark.parametrize(
    ("words", "input", "reply"),
    [(["--text", "Bell"], "", "Bell"), (["Bell"], "", "Bell"), (["--text", "-"], "one\n\ntwo\n", "one\n\ntwo")],
)
def test_a_reply_is_typed(shell: Shell, agent: Caller, words: list[str], input: str, reply: str) -> None:
    question = ask_text(agent)
    assert shell.run("answer", question["id"], *words, input=input).code == 0
    settled = look(agent, question["id"])
    assert (settled["outcome"], settled["reply"]) == ("accepted", reply)


def test_a_secret_answer_is_not_repeated(shell: Shell, agent: Caller) -> None:
    question = ask_text(agent, secret=True)
    ended = shell.run("answer", question["id"], "hunter2")
    assert ended.out == f"Answered {question['id']}.\n"
    assert look(agent, question["id"])["reply"] == "hunter2"


def test_a_question_is_dismissed(shell: Shell, agent: Caller) -> None:
    question = ask(agent)
    ended = shell.run("answer", question["id"], "--dismiss")
    assert (ended.code, ended.out) == (0, f"Dismissed {question['id']}.\n")
    assert look(agent, question["id"])["outcome"] == "dismissed"


def test_answer_as_json_is_the_settled_question(shell: Shell, agent: Caller) -> None:
    settled = shell.json("answer", ask(agent)["id"], "No")
    assert set(settled) == QUESTION_FIELDS
    assert (settled["state"], settled["outcome"], settled["by"]) == ("settled", "declined", "owner")


def test_piece_of_an_id_is_enough_if_only_one_question_has_it(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    first, second = ask(agent), ask(agent)
    assert shell.run("answer", first["id"][-4:], "No").code == 0
    assert shell.run("answer", second["id"][6:18], "No").code == 0
    assert listed(agent) == []


def test_piece_of_an_id_that_is_too_short_answers_nothing(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent)
    short = shell.run("answer", question["id"][-3:], "No")
    assert (short.code, short.out) == (2, "")
    assert "too short" in short.err
    ask(agent)
    assert shell.run("answer", "notif_", "No").code == 2
    absent = shell.run("answer", "zzzzzz", "No")
    assert (absent.code, absent.out) == (1, "")
    assert "No open question" in absent.err
    assert len(listed(agent)) == 2


def test_a_piece_of_an_id_that_begins_with_a_dash_is_no_option(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    for _ in range(3000):  # each has one with a chance of a tenth and more
        question = ask(agent)
        before, dash, _ = question["id"][:-3].rpartition("-")
        if dash:
            break
        do(agent, question["id"], "withdraw")
    piece = question["id"][len(before) :]
    assert piece.startswith("-")
    ended = shell.run("answer", piece, "--json", "2")
    assert (ended.code, ended.err) == (0, "")
    assert look(agent, question["id"])["choice"] == "No"
    assert f"No open question has the id {piece}." in shell.run("answer", piece, "No").err


def test_a_choice_may_begin_with_a_dash(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent, options=["-5", "5"])
    ended = shell.run("answer", question["id"], "-5")
    assert (ended.code, ended.err) == (0, "")
    assert look(agent, question["id"])["choice"] == "-5"


def test_a_reply_is_taken_up_to_its_limit_and_without_nul(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask_text(agent)
    ended = shell.run("answer", question["id"], "--text", "-", input="x" * 65_537)
    assert ended.code == 2
    assert "--text: too long (max 65536 bytes)" in ended.err
    assert look(agent, question["id"])["state"] == "open"
    shell.run("answer", question["id"], "--text", "-", input="  x\n\ty\n\n")
    assert look(agent, question["id"])["reply"] == "  x\n\ty\n"


def test_a_question_that_is_not_there_is_a_no(shell: Shell) -> None:
    ended = shell.run("answer", "notif_0123456789abcdef", "No")
    assert (ended.code, ended.out) == (1, "")


def test_late_answer_is_told_who_was_faster(shell: Shell, agent: Caller, hub: Hub) -> None:
    question = ask(agent)
    answer(hub.owner, question["id"], choice="No", via="page")
    ended = shell.run("answer", question["id"], "1")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == "bellpull: Too late. Answered on the page (owner): No\n"
    withdrawn = ask(agent)
    do(agent, withdrawn["id"], "withdraw")
    assert shell.run("answer", withdrawn["id"], "1").err == "bellpull: Too late. Withdrawn.\n"


def test_an_agents_key_may_not_answer(shell: Shell, agent: Caller) -> None:
    question = ask(agent)
    ended = shell.run("answer", question["id"], "1", BELLPULL_KEY=agent.key)
    assert (ended.code, ended.out) == (2, "")
    assert look(agent, question["id"])["state"] == "open"


def test_the_shell_of_every_client_that_can_be_connected_is_known() -> None:
    """Visual Studio Code puts nothing into its shells that its documentation names."""
    known = {client for client, _, _ in MARKED}
    assert {client.title for client in CLIENTS.values()} - known == {"Visual Studio Code"}
    assert {known_by for *_, known_by in MARKED} == {RUN, DOCUMENTATION}


@pytest.mark.parametrize("mark", [name for _, names, _ in MARKED for name in names])
def test_shell_of_a_coding_tool_answers_only_as_a_person(shell: Shell, agent: Caller, mark: str) -> None:
    question = ask(agent)
    for words in (["answer"], ["answer", question["id"], "1"], ["answer", question["id"], "--dismiss"]):
        ended = shell.run(*words, **{mark: "1"})
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.endswith("only a person answers.\nhint: if you are one: --as-person\n")
    assert look(agent, question["id"])["state"] == "open"
    assert shell.run("answer", question["id"], "1", "--as-person", **{mark: "1"}).code == 0


@pytest.mark.parametrize(
    "words", [["notif_x", "1", "--dismiss"], ["notif_x", "1", "--text", "x"], ["--dismiss"], ["--text", "x"]]
)
def test_answer_without_its_other_half_is_a_wrong_use(shell: Shell, words: list[str]) -> None:
    ended = shell.run("answer", *words)
    assert ended.code == 2
    assert "--help" in ended.err


@pytest.mark.parametrize("more", [[], ["notif_0123456789abcdef"]])
def test_questions_are_asked_at_a_terminal_only(shell: Shell, more: list[str]) -> None:
    ended = shell.run("answer", *more, input=b"1\n")
    assert (ended.code, ended.out) == (2, "")
    assert "no terminal" in ended.err


def test_question_that_an_agent_waits_for_is_asked_first(
    own: tuple[Shell, Caller, Caller],
) -> None:
    shell, me, agent = own
    second = ask_text(agent)
    first = ask(agent, title="Release", urgency="high", project="/home/ada/shop", wait=600)
    with PersonAtTerminal(shell, "answer") as person:
        shown = person.sees(CHOOSE)
        for text in ("Release\n", f"asked by {agent.name} · high · /home/ada/shop · The agent is waiting: 9m left"):
            assert text in shown
        for text in ("Open besides this one: 1", "  Merge to main?\n", "   1  Yes, merge\n", "   2  No\n"):
            assert text in shown
        person.types("1\n")
        assert "Answered." in person.sees(TYPE)
        person.types("Bell\nand pull\n\n")
        assert person.ends() == 0
    assert look(agent, first["id"])["choice"] == "Yes, merge"
    assert look(agent, second["id"])["reply"] == "Bell\nand pull"
    assert look(me, first["id"])["via"] == "cli"


def test_agents_take_turns_at_the_terminal(own: tuple[Shell, Caller, Caller]) -> None:
    shell, me, agent = own
    calm = me.hub.new_agent(me)
    for number in range(3):
        ask(agent, title=f"flood {number}", wait=600)
    ask(calm, title="calm", wait=6000)
    with PersonAtTerminal(shell, "answer") as person:
        for title in ("flood 0", "calm", "flood 1", "flood 2"):
            assert f"{title}\n" in person.sees(CHOOSE)
            person.types("1\n")
        assert person.ends() == 0


def test_the_number_in_the_menu_goes_before_an_option_that_is_called_so(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    for typed, meant in (("1\n", "0"), ("3\n", "2"), ("0\n", "0")):
        question = ask(agent, options=["0", "1", "2"])
        with PersonAtTerminal(shell, "answer", question["id"]) as person:
            person.sees(CHOOSE)
            person.types(typed)
            assert person.ends() == 0
        assert look(agent, question["id"])["choice"] == meant


def test_a_line_of_blanks_does_not_end_a_typed_reply(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask_text(agent)
    with PersonAtTerminal(shell, "answer", question["id"]) as person:
        person.sees(TYPE)
        person.types("  if x:\n  \n    y\n\n")
        assert person.ends() == 0
    assert look(agent, question["id"])["reply"] == "  if x:\n  \n    y"


def test_terminal_without_open_questions_says_so(own: tuple[Shell, Caller, Caller]) -> None:
    with PersonAtTerminal(own[0], "answer") as person:
        assert person.ends() == 0
        assert person.seen == "No open questions.\n"


def test_question_says_whether_a_late_answer_is_read(own: tuple[Shell, Caller, Caller]) -> None:
    """A script has ended by then; an agent has not, as far as anybody knows."""
    shell, me, agent = own
    shell.run("ask", "Of a script?", "--timeout", "1")
    shell.run("ask", "Of a script?", "--no-wait", "--agent", agent.name)
    ask(agent, title="Of an agent?")
    script = ("Nobody is waiting; your answer is kept", TYPE)
    said = {"Of a script?": script, "Of an agent?": ("your answer will reach it", CHOOSE)}
    for one in listed(me):
        with PersonAtTerminal(shell, "answer", one["id"]) as person:
            for text in said[one["title"]]:
                person.sees(text)
            person.types("\n")
            assert person.ends() == 0


def test_id_chooses_the_one_question_that_is_asked(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    other, wanted = ask(agent), ask(agent)
    with PersonAtTerminal(shell, "answer", wanted["id"]) as person:
        person.sees(CHOOSE)
        person.types("No\n")
        assert person.ends() == 0
    assert look(agent, wanted["id"])["choice"] == "No"
    assert look(agent, other["id"])["state"] == "open"


def test_enter_leaves_it_open_and_d_dismisses_it(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    kept, gone, typed, dropped = ask(agent), ask(agent), ask_text(agent), ask_text(agent, title="Other")
    with PersonAtTerminal(shell, "answer") as person:
        for prompt, keys in ((CHOOSE, "\n"), (CHOOSE, "d\n"), (TYPE, "\n"), (TYPE, "/d\n\n")):
            person.sees(prompt)
            person.types(keys)
        assert person.ends() == 0
    assert [look(agent, one["id"])["outcome"] for one in (kept, gone, typed, dropped)] == [
        None,
        "dismissed",
        None,
        "dismissed",
    ]


def test_an_option_called_d_is_that_option(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent, options=["c", "d", "e"])
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(CHOOSE)
        person.types("d\n")
        assert person.ends() == 0
    assert look(agent, question["id"])["choice"] == "d"


def test_key_that_dismisses_is_named_as_no_option_is(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    chosen, dismissed = (ask(agent, title=title, options=["d", "Dismiss", "Keep"]) for title in ("One", "Two"))
    with PersonAtTerminal(shell, "answer") as person:
        assert "   2  Dismiss" in (listed := person.sees(CHOOSE))
        assert "  /d  Close without answering" in listed
        person.types("Dismiss\n")
        person.sees(CHOOSE)
        person.types("/d\n")
        assert person.ends() == 0
    assert look(agent, chosen["id"])["choice"] == "Dismiss"
    assert look(agent, dismissed["id"])["outcome"] == "dismissed"


def test_typed_word_that_is_no_option_is_asked_for_again(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent, free_text=True)
    with PersonAtTerminal(shell, "answer") as person:
        assert "   o  Something else…" in person.sees(CHOOSE)
        person.types("7\n")
        assert "That is none of them" in person.sees(CHOOSE)
        person.types("o\n")
        person.sees(TYPE)
        person.types("Tomorrow\n\n")
        assert person.ends() == 0
    assert look(agent, question["id"])["choice"] == "Tomorrow"


def test_words_typed_before_a_question_is_shown_answer_nothing(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent)
    with PersonAtTerminal(shell, "answer", ahead=b"1\n1\n") as person:
        person.sees(CHOOSE)
        person.types("2\n")
        assert person.ends() == 0
    assert look(agent, question["id"])["choice"] == "No"


@pytest.mark.parametrize(
    ("fields", "typed"), [({"question": "Password?"}, "hunter2\n"), ({"options": ["a", "b"]}, "2\n")]
)
def test_a_secret_answer_is_typed_without_an_echo(
    own: tuple[Shell, Caller, Caller], fields: dict[str, object], typed: str
) -> None:
    shell, _, agent = own
    question = (ask if "options" in fields else ask_text)(agent, secret=True, **fields)
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(HIDDEN)
        person.types(typed)
        assert person.ends() == 0
        assert typed.strip() not in person.seen
    settled = look(agent, question["id"])
    assert (settled["choice"] or settled["reply"]) == ("b" if "options" in fields else "hunter2")


def test_slower_answer_at_the_terminal_is_told_who_was_faster(own: tuple[Shell, Caller, Caller]) -> None:
    shell, me, agent = own
    question = ask(agent)
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(CHOOSE)
        answer(me.hub.owner, question["id"], choice="No", via="desk")
        person.types("1\n")
        assert person.ends() == 1
        assert "Too late. Answered at the desk (owner): No" in person.seen
    assert look(agent, question["id"])["choice"] == "No"


def test_typed_reply_outlives_the_hub(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    shell, agent = alone.at(hub), hub.new_agent()
    question = ask_text(agent)
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(TYPE)
        hub.stop()
        person.types("a long and thoughtful reply\n\n")
        shell.at(hub.start())
        assert person.ends() == 0
    assert look(agent, question["id"])["reply"] == "a long and thoughtful reply"


def test_an_end_of_input_settles_nothing(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent)
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(CHOOSE)
        person.types("\x04")
        assert person.ends() == 0
    assert look(agent, question["id"])["state"] == "open"


@pytest.mark.process
def test_ctrl_c_at_the_terminal_settles_nothing(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    question = ask(agent)
    with PersonAtProcess(shell, "answer") as person:
        person.sees(CHOOSE)
        person.process.send_signal(signal.SIGINT)  # as the terminal would, were it the controlling one
        assert person.ends() == 0
    assert look(agent, question["id"])["state"] == "open"


def test_the_terminal_speaks_french(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    ask(agent, free_text=True)
    with PersonAtTerminal(shell, "answer", BELLPULL_LANGUAGE="fr") as person:
        shown = person.sees("Votre choix (Entrée la laisse ouverte) : ")
        assert f"posée par {agent.name}" in shown
        assert "Autre chose…" in shown
        person.types("1\n")
        assert person.ends() == 0
        assert "Répondu." in person.seen


def test_text_from_agents_cannot_touch_the_terminal(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    evil = "\x1b]0;owned\x07\x1b[2J\u202e"
    ask(agent, title=f"T{evil}", question=f"Q{evil}\nsecond", options=[f"O{evil}", "No"], project=f"/p{evil}")
    with PersonAtTerminal(shell, "answer") as person:
        shown = person.sees(CHOOSE)
        person.types("\x04")
        assert person.ends() == 0
    assert all(line.isprintable() for line in shown.split("\n"))
    assert "  second\n" in shown


def test_questions_that_come_meanwhile_are_asked_too(own: tuple[Shell, Caller, Caller]) -> None:
    shell, _, agent = own
    ask(agent)
    with PersonAtTerminal(shell, "answer") as person:
        person.sees(CHOOSE)
        late = ask_text(agent)
        person.types("1\n")
        person.sees(TYPE)
        person.types("here\n\n")
        assert person.ends() == 0
    until(lambda: look(agent, late["id"])["reply"] == "here", "the late one is answered")


@pytest.mark.parametrize("words", [["page"], ["key", "create", "--user", "eve"]])
def test_shell_of_a_coding_tool_makes_no_person_by_accident(shell: Shell, words: list[str]) -> None:
    ended = shell.run(*words, CLAUDECODE="1")
    assert (ended.code, ended.out) == (2, "")
    assert "This is a shell of Claude Code, and only a person " in ended.err
    assert shell.run(*words, "--as-person", CLAUDECODE="1").code == 0


def test_typed_words_are_the_reply_if_the_only_button_is_ok(shell: Shell, agent: Caller) -> None:
    question = ask(agent, options=[], kind="choice", free_text=True)
    with PersonAtTerminal(shell, "answer", question["id"]) as person:
        person.sees(CHOOSE)
        person.types("Rosé 日本\n")
        assert person.ends() == 0
    assert look(agent, question["id"])["choice"] == "Rosé 日本"
