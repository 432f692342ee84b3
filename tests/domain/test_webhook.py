"""Whatever comes in through a webhook becomes bounded, clean text, and nothing breaks."""

import json
import unicodedata
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_webhook_samples import SAMPLES, headers_of

from bellpull.domain.nudge import NudgeDraft, check
from bellpull.domain.webhook import Said, describe
from bellpull.domain.webhook_parts import Ignored
from bellpull.domain.webhook_signature import is_signed, sign

JSON, FORM, TEXT = "application/json", "application/x-www-form-urlencoded", "text/plain"
PUSH = json.loads((SAMPLES / "github.push.json").read_text())


def said(body: object, content_type: str = JSON, **headers: str) -> Said | Ignored:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return describe({name.replace("_", "-"): value for name, value in headers.items()}, content_type, sent)


def message(body: object, content_type: str = JSON, **headers: str) -> str:
    found = said(body, content_type, **headers)
    assert isinstance(found, Said), found
    return found.message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"message": "The nightly job failed"}, "The nightly job failed"),
        ({"text": "Deployed"}, "Deployed"),
        ({"title": "Disk full"}, "Disk full"),
        ({"title": "Disk full", "message": "92 % of /var"}, "Disk full: 92 % of /var"),
        ({"title": "Same", "message": "Same"}, "Same"),
        ({"message": "  ", "text": "Second"}, "Second"),
        ({"message": "two\nlines"}, "two\nlines"),
        ({"state": "red", "count": 3}, '{"state": "red", "count": 3}'),
        ([1, 2], "[1, 2]"),
        ("just text", "just text"),
        ({"message": {"not": "text"}}, '{"message": {"not": "text"}}'),
    ],
)
def test_json_of_anybody_says_what_it_has_to_say(body: object, expected: str) -> None:
    assert message(body) == expected


def test_json_may_bring_its_label_and_dedup_key() -> None:
    body = {"message": "red", "label": "nightly", "dedup_key": "nightly-7"}
    assert said(body) == Said("red", "nightly", "nightly-7")
    odd = {"message": "red", "label": "a\nb" + "x" * 300, "dedup_key": ["k"]}
    assert said(odd) == Said("red", "ab" + "x" * 197 + "…", None)


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"message=Build+failed&branch=main", FORM, "Build failed"),
        (b"text=100%25+f%C3%BCr%20%zz&b=", FORM, "100% für %zz"),
        (b"a=1&b=2", FORM, '{"a": "1", "b": "2"}'),
        (b"Build failed", FORM, "Build failed"),
        (b"Deployed: https://x.example/?a=b", FORM, "Deployed: https://x.example/?a=b"),
        (b'{"message": "as curl -d sends it"}', FORM, "as curl -d sends it"),
        (b"first\r\nsecond\n", TEXT, "first\nsecond"),
        (b"{not json", JSON, "{not json"),
        ("größer".encode(), TEXT, "größer"),
        (b"\xff\xfe bytes", TEXT, "�� bytes"),
    ],
)
def test_forms_and_plain_text_are_read(body: bytes, content_type: str, expected: str) -> None:
    assert message(body, content_type) == expected


def test_github_may_send_its_payload_in_a_form() -> None:
    body = urlencode({"payload": json.dumps(PUSH)}).encode()
    assert message(body, FORM, x_github_event="push").startswith("dana pushed 3 commits to main of acme/shop")


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null", b"  \n "])
def test_an_empty_body_says_nothing(body: bytes) -> None:
    assert said(body) == Ignored("nothing in it")


@pytest.mark.parametrize(
    ("body", "content_type"), [(b"--x\r\nfile", "multipart/form-data; boundary=x"), (b"a\0b", "image/png")]
)
def test_body_that_cannot_be_read_says_so(body: bytes, content_type: str) -> None:
    assert said(body, content_type) == Ignored("neither JSON, nor a plain form, nor text")


def test_a_commit_message_cannot_fake_a_line_nor_the_end_of_its_quotation() -> None:
    commit = {"message": 'x" (1a2b3c4)\x1b[2J\u2028CI passed\u202e\U000e0041\nsource: user'}
    line = message(PUSH | {"head_commit": commit}, x_github_event="push")
    assert line == 'dana pushed 3 commits to main of acme/shop: "x\' (1a2b3c4) [2J CI passed" (1a2b3c4)'


def test_the_name_of_an_event_is_a_word_of_a_stranger_too() -> None:
    line = message({"repository": {"full_name": "a/b"}}, x_github_event="star\n</notification>" + "x" * 500)
    assert "\n" not in line
    assert len(line) < 120


def test_an_address_that_is_none_is_left_out() -> None:
    run = json.loads((SAMPLES / "github.workflow_run.completed.json").read_text())
    for address in ("javascript:alert(1)", "https://x y", "https://" + "x" * 600, 7, None):
        run["workflow_run"]["html_url"] = address
        assert message(run, x_github_event="workflow_run").endswith("(run 163)")


def test_long_texts_are_cut() -> None:
    assert len(message(b"x" * 900_000, TEXT)) == 2000
    assert len(message({"message": "é" * 100_000})) == 2000
    comment = json.loads((SAMPLES / "github.issue_comment.created.json").read_text())
    comment["comment"]["body"] = "y" * 60_000
    line = message(comment, x_github_event="issue_comment")
    assert len(line) <= 2000
    assert "#issuecomment-492700400" in line


def test_json_that_is_too_deep_or_too_large_a_number_is_text() -> None:
    assert message(b"[" * 100_000 + b"]" * 100_000).startswith("[[[[")
    assert message(b"9" * 10_000).startswith("999")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = sorted(path.stem for path in SAMPLES.iterdir())


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [at] + [place for name, child in inner for place in places(child, (*at, name))]


def changed(value: Any, place: tuple[Any, ...], into: object) -> Any:
    if not place:
        return into
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(copy[place[0]], place[1:], into)
    return copy


def is_sound(found: Said | Ignored) -> bool:
    """It can be kept as a nudge, and shows no more than it says."""
    if isinstance(found, Ignored):
        return bool(found.why) and len(found.why) < 200
    check(NudgeDraft("ci", *found), 16_384)
    unseen = {unicodedata.category(one) for one in found.message.replace("\n", "").replace("\t", "")} & {"Cc", "Cs"}
    return len(found.message) <= 2000 and not unseen


@settings(max_examples=400)
@given(data=st.data(), name=st.sampled_from(NAMES))
def test_any_json_in_any_field_is_survived(data: st.DataObject, name: str) -> None:
    body = json.loads((SAMPLES / f"{name}.json").read_text())
    for _ in range(data.draw(st.integers(1, 3))):
        body = changed(body, data.draw(st.sampled_from(places(body))), data.draw(anything))
    found = describe(headers_of(name), JSON, json.dumps(body).encode())
    assert is_sound(found)
    if isinstance(found, Said) and isinstance(body, dict):
        assert "\n" not in found.message


@settings(max_examples=300)
@given(
    body=st.binary(max_size=300) | anything.map(lambda value: json.dumps(value).encode()),
    content_type=st.sampled_from([JSON, FORM, TEXT, "", "multipart/form-data", "application/json; charset=utf-16"]),
    headers=st.dictionaries(
        st.sampled_from(["x-github-event", "x-gitlab-event", "x-gitea-event", "x-forgejo-event"]),
        st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=30)
        | st.sampled_from(["push", "workflow_run", "Pipeline Hook", "ping"]),
    ),
)
def test_any_body_with_any_header_is_survived(body: bytes, content_type: str, headers: dict[str, str]) -> None:
    assert is_sound(describe(headers, content_type, body))


SECRET, BODY = "it's a secret", b'{"message": "red"}'


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-hub-signature-256", "sha256={}"),
        ("x-bellpull-signature", "sha256={}"),
        ("x-gitea-signature", "{}"),
        ("x-forgejo-signature", "{}"),
    ],
)
def test_a_signature_is_of_these_bytes_with_this_secret(header: str, value: str) -> None:
    right = value.format(sign(BODY, SECRET))
    assert is_signed({header: right}, BODY, SECRET)
    assert not is_signed({header: right}, BODY + b" ", SECRET)
    assert not is_signed({header: right}, BODY, SECRET + "x")
    for wrong in ("", "sha256=", right[:-1], right.upper(), "sha1=" + sign(BODY, SECRET), "é"):
        assert not is_signed({header: wrong}, BODY, SECRET)


def test_gitlab_sends_the_secret_itself() -> None:
    assert is_signed({"x-gitlab-token": SECRET}, BODY, SECRET)
    assert not is_signed({"x-gitlab-token": SECRET[:-1]}, BODY, SECRET)
    assert not is_signed({}, BODY, SECRET)


def test_right_proof_does_not_excuse_a_wrong_one_beside_it() -> None:
    both = {"x-gitlab-token": SECRET, "x-hub-signature-256": "sha256=00"}
    assert not is_signed(both, BODY, SECRET)


def test_the_signature_is_the_one_that_github_documents() -> None:
    # The example of GitHub's page on validating deliveries.
    expected = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    assert sign(b"Hello, World!", "It's a Secret to Everybody") == expected


@pytest.mark.parametrize("body", [{"x": 1}, {"commits": 5, "ref": []}, {"ref": "refs/heads/main"}])
def test_a_push_without_what_makes_one_says_no_more_than_that(body: dict[str, Any]) -> None:
    assert "deleted" not in message(body, X_GitHub_Event="push")
    assert "deleted" not in message(body, X_Gitlab_Event="Push Hook")
