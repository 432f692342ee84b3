"""Two questions that are open at the same time, with asyncio; what takes too long is given up."""

import asyncio

from bellpull import Agent

agent = Agent("planner")


async def main() -> None:
    colour, name = await asyncio.gather(
        agent.aask("Which colour shall the button have?", ["Green", "Blue", "Grey"], free_text=True),
        agent.aask("What shall the product be called?"),
    )
    print(f"{name.text or 'it has no name'}, in {colour.text or 'no colour'}")

    try:
        async with asyncio.timeout(2):  # the question is let go of, and stays open
            await agent.aask("Anything else?")
    except TimeoutError:
        await agent.anotify("I go on without waiting", type="status")


if __name__ == "__main__":
    asyncio.run(main())
