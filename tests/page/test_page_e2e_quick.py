"""The page is there at once: few bytes, and nothing but the hub is asked."""

from support.browser import Visit
from support.hub import HubMaker
from support.page_scene import shop

MOST_BYTES = 150_000
#: On an idle machine; printed, for tests run beside many others.
FIRST_PAINT_MS = 300
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def test_the_whole_inbox_is_small_and_comes_from_the_hub_alone(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    shop(hub)
    tab = visit(hub.owner)
    tab.sees("Deploy the new checkout?")
    tab.sees("The certificate ends tomorrow")
    bytes = tab.transferred()
    first = tab.until(PAINTED)
    tab.reload().sees("The certificate ends tomorrow")
    again = tab.until(PAINTED)
    print(f"{bytes} bytes; first paint after {first:.0f} ms, {again:.0f} ms the second time (goal: {FIRST_PAINT_MS})")
    assert bytes < MOST_BYTES
    assert [url for url in tab.asked() if not url.split("://")[1].startswith(hub.url.split("://")[1])] == []


def test_files_that_did_not_change_are_not_loaded_again(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    tab = visit(hub.owner)
    tab.sees("Live")
    tab.record.requests.clear()
    tab.reload().sees("Live")
    sizes = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/page/') && one.transferSize)"
    assert tab.run(f"{sizes}.map((one) => one.name)") == []
