"""Metadata comes back exactly as it was sent."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.answers import done, refused
from support.hub import Caller, Hub

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
numbers = st.one_of(
    st.integers(-(10**40), 10**40).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["1.0", "0.10", "-0.0", "-0", "1e5", "1E+5", "1e-7", "0.1e1", "123456789.000", "1e22", "5e-324"]),
)


def _written(value: Any) -> str:
    """JSON text in which numbers, given as tuples, are written as they stand."""
    if isinstance(value, tuple):
        return str(value[0])
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_written, value)) + "]"
    return json.dumps(value)


def _read(text: str) -> Any:
    """JSON with its numbers as written and its keys in order."""

    def ordered(pairs: list[tuple[str, Any]]) -> tuple[Any, ...]:
        return ("object", *pairs)

    return json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=ordered)


def _member(text: str, name: str) -> Any:
    return dict(_read(text)[1:])[name]


def _send(agent: Caller, metadata: str) -> tuple[str, str]:
    """The text of the answer to a create with this metadata, and of the notification read again."""
    body = f'{{"notification_type": "info", "title": "x", "metadata": {metadata}}}'.encode()
    answer = agent.call("POST", "/api/notifications", content=body, headers={"Content-Type": "application/json"})
    notification = done(answer, 201)
    return answer.text, agent.get(f"/api/notifications/{notification['id']}").text


@pytest.mark.parametrize(
    "metadata",
    [
        "{}",
        '{"a": {}, "b": [], "c": null, "": ""}',
        '{"one": 1.0, "int": 1, "big": 123456789012345678901234567890, "small": -0.0, "e": 1e5, "E": 1E-07}',
        '{"under": 1e-400, "digits": 0.1234567890123456789012345678901234567890}',
        '{"z": 1, "a": 2, "m": {"z": 1, "a": 2}}',
        '{"emoji": "🔔", "escaped": "\\ud83d\\udd14 \\u00e9", "nul": "a\\u0000b", "\\u0000": "\\u0000"}',
        '{"slash": "\\/", "quotes": "\\"\\\\", "controls": "\\u0001\\u001f\\u007f\\u2028"}',
        "null",
    ],
)
def test_metadata_is_kept_exactly(agent: Caller, metadata: str) -> None:
    created, again = _send(agent, metadata)
    assert _member(created, "metadata") == _read(metadata)
    assert _member(again, "metadata") == _read(metadata)


@settings(max_examples=60)
@given(
    metadata=st.dictionaries(
        texts,
        st.recursive(
            st.one_of(st.none(), st.booleans(), texts, st.tuples(numbers)),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
            max_leaves=12,
        ),
        max_size=6,
    ).map(_written)
)
def test_metadata_of_any_shape_is_kept_exactly(hub: Hub, metadata: str) -> None:
    created, again = _send(_shared_agent(hub), metadata)
    assert _member(created, "metadata") == _read(metadata)
    assert _member(again, "metadata") == _read(metadata)


def test_metadata_is_the_same_in_lists(hub: Hub, agent: Caller) -> None:
    metadata = '{"one": 1.0, "big": 98765432109876543210, "empty": {}, "e": 1e5}'
    _send(agent, metadata)
    for path in ("/api/notifications", f"/api/agents/{agent.name}/notifications"):
        listed = _member(agent.get(path).text, "notifications")
        assert dict(listed[0][1:])["metadata"] == _read(metadata)


def test_metadata_of_twenty_levels_is_kept(agent: Caller) -> None:
    metadata = '{"a": ' * 20 + "[1.0]" + "}" * 20
    _, again = _send(agent, metadata)
    assert _member(again, "metadata") == _read(metadata)


@pytest.mark.parametrize("levels", [101, 500])
def test_metadata_of_too_many_levels_is_refused_by_name(agent: Caller, levels: int) -> None:
    metadata = '{"a": ' * levels + "[1.0]" + "}" * levels
    body = f'{{"notification_type": "info", "title": "x", "metadata": {metadata}}}'.encode()
    answer = agent.call("POST", "/api/notifications", content=body, headers={"Content-Type": "application/json"})
    assert "metadata" in refused(answer, 400, 422)["detail"]


@pytest.mark.parametrize("number", ["1e400", "-1e309", "9" * 5000])
@pytest.mark.parametrize("shape", ['{{"n": {}}}', '{{"a": {{"b": [1, {}]}}}}'])
def test_numbers_beyond_all_measure_are_kept_or_refused_by_name(agent: Caller, number: str, shape: str) -> None:
    metadata = shape.format(number)
    body = f'{{"notification_type": "info", "title": "x", "metadata": {metadata}}}'.encode()
    answer = agent.call("POST", "/api/notifications", content=body, headers={"Content-Type": "application/json"})
    if answer.status_code == 201:
        assert _member(answer.text, "metadata") == _read(metadata)
    else:
        assert "metadata" in refused(answer, 400, 422)["detail"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "0x1"])
def test_metadata_that_is_not_json_is_refused(agent: Caller, number: str) -> None:
    body = f'{{"notification_type": "info", "title": "x", "metadata": {{"n": {number}}}}}'.encode()
    answer = agent.call("POST", "/api/notifications", content=body, headers={"Content-Type": "application/json"})
    refused(answer, 400, 422)


def _shared_agent(hub: Hub) -> Caller:
    made = _agents.get(hub.url)
    if made is None:
        made = _agents[hub.url] = hub.new_agent()
    return made


_agents: dict[str, Caller] = {}
