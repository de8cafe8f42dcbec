"""Answers for QuitTests, by Python's decimal, fractions and zoneinfo: nothing of ours is in it.

One JSON case a line on standard input, one JSON answer a line on standard output.
"""
import calendar
import json
import sys
from datetime import datetime, timedelta, timezone
from decimal import ROUND_FLOOR, Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

DAY = 1440


def naive(text):
    return datetime.fromisoformat(text)


def reached(local, zone):
    """The first moment at which the clock on the wall shows that minute or more, in UTC."""
    moment = local.replace(tzinfo=zone, fold=0).astimezone(timezone.utc) - timedelta(hours=3)
    while moment.astimezone(zone).replace(tzinfo=None) < local:
        moment += timedelta(minutes=1)
    return moment


def highest(moment, zone):
    """The highest minute of the wall by then, found by looking at each of the last three hours."""
    looks = (moment - timedelta(minutes=back) for back in range(181))
    return max(look.astimezone(zone).replace(tzinfo=None) for look in looks)


def minutes(late, early):
    return int((late - early) / timedelta(minutes=1))


def figures(case):
    zone = ZoneInfo(case["zone"])
    quit_at = naive(case["quit_at"])
    now = highest(naive(case["now_utc"]).replace(tzinfo=timezone.utc), zone)
    passed = minutes(now, quit_at)
    prices = [(naive(since), Decimal(each)) for since, each in case["prices"]]
    slips = [(naive(at), count) for at, count in case["slips"] if quit_at <= naive(at) <= now]
    smoked = sum(count for _, count in slips)
    spent = Fraction(0)
    # Minute by minute would do as well: each piece of time has one price.
    edges = sorted({quit_at, now, *(since for since, _ in prices if quit_at < since < now)})
    for start, end in zip(edges, edges[1:]) if passed > 0 else ():
        spent += Fraction(case["per_day"] * minutes(end, start), DAY) * price(prices, start)
    for at, count in slips:
        spent -= count * price(prices, at)
    exact = Decimal(max(spent, 0).numerator) / Decimal(max(spent, 0).denominator)
    unit = Decimal(1).scaleb(-case["decimals"])
    # Decimal's quotient has 28 digits, so a remainder tells whether the last step was exact.
    saved = exact.quantize(unit, rounding=ROUND_FLOOR)
    if Fraction(saved) > max(spent, 0):
        saved -= unit
    return {
        "minutes": passed,
        "not_smoked": max(case["per_day"] * max(passed, 0) // DAY - smoked, 0),
        "saved": int(saved.scaleb(case["decimals"])),
    }


def price(prices, at):
    fitting = [each for since, each in prices if since <= at]
    return Fraction(fitting[-1] if fitting else prices[0][1])


def milestone(case):
    zone = ZoneInfo(case["zone"])
    quit_at = naive(case["quit_at"])
    if "minutes" in case:
        moment = reached(quit_at, zone) + timedelta(minutes=case["minutes"])
        local = moment.astimezone(zone).replace(tzinfo=None)
        # A minute that was shown before, in a night that repeats an hour, would come too early.
        while reached(local, zone) < moment:
            local += timedelta(minutes=1)
    elif "days" in case:
        local = quit_at + timedelta(days=case["days"])
    else:
        index = quit_at.year * 12 + quit_at.month - 1 + case["months"]
        year, month = divmod(index, 12)
        last = calendar.monthrange(year, month + 1)[1]
        local = quit_at.replace(year=year, month=month + 1, day=min(quit_at.day, last))
    return {"due": local.isoformat(" ", "minutes")}


for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps(milestone(case) if case["ask"] == "milestone" else figures(case)))
