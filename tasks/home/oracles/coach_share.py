"""Reference solution of coach_share: the note, the way to where they really go, the sums."""

import re


def oracle(page, params, listen=True, ways=2, alone=False):
    """Work out both shares and write them down."""
    page.tab(1)
    page.click(role="link", name="Scratchpad", within={"navigation": "Main"})
    page.type("Choir trip", role="searchbox", name="Search notes", enter=True)
    note = page.text(role="article", text="Choir trip")
    sure, maybe = (int(one) for one in re.search(r"(\d+) people have said yes, (\d+) maybe", note).groups())
    museum, lunch = re.search(r"museum ([\d.]+) a head, lunch ([\d.]+) a head", note).groups()
    page.tab(0)
    page.click(role="link", name="Directions", within={"navigation": "Main"})
    change = re.search(r"We go to (.+) instead", page.told)
    page.click(role="radio", name="Car")
    page.type(params["start_place"], role="textbox", name="From")
    page.type(change[1] if listen else params["first"], role="textbox", name="To", enter=True)
    distance = page.read(r"Distance: ([0-9.]+) km\.", role="status")
    page.tab(1)
    page.click(role="link", name="Calculator", within={"navigation": "Main"})
    lines = []
    for people in (sure, sure + maybe):
        sums = f"({params['base']} + {ways} * {params['each']} * {distance}) / {people}"
        if not alone:
            sums += f" + {museum} + {lunch}"
        page.type(sums, role="textbox", name="Calculation", enter=True)
        share = page.read(r"([0-9.]+)", role="status", name="Result")
        lines.append(f"{people} people: {float(share):.2f}")
    page.click(role="link", name="Scratchpad", within={"navigation": "Main"})
    page.type(params["title"], role="textbox", name="Title")
    page.type("\n".join(lines), role="textbox", name="Text")
    page.click(role="button", name="Save note")


def first_plan(page, params):
    """A wrong outcome: does not hear that the plans have changed."""
    oracle(page, params, listen=False)


def one_way(page, params):
    """A wrong outcome: the way is counted once."""
    oracle(page, params, ways=1)


def coach_alone(page, params):
    """A wrong outcome: the share of the coach and nothing else."""
    oracle(page, params, alone=True)
