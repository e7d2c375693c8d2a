"""Writes the clocks of all zones of the package tzdata, as Python reads them, one JSON value a line.

First the release; then each zone: its offset at the first moment, and its changes up to the last, in seconds.
"""

import importlib.resources
import json
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import tzdata

DAY = 24 * 60 * 60


def offset_at(zone, second):
    return datetime.fromtimestamp(second, zone).utcoffset() // timedelta(seconds=1)


def changes_between(zone, first, last):
    """Looks once a day, and halves the day on which the offset differs until the second is found."""
    before = offset_at(zone, first)
    for day in range(first, last, DAY):
        low, high = day, min(day + DAY, last)
        after = offset_at(zone, high)
        if after == before:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if offset_at(zone, middle) == before:
                low = middle
            else:
                high = middle
        yield [high, after]
        before = after


first, last = int(sys.argv[1]), int(sys.argv[2])
print(json.dumps(tzdata.IANA_VERSION))
names = (importlib.resources.files("tzdata") / "zones").read_text().split()
for name in sorted(names):
    zone = ZoneInfo(name)
    clock = {"name": name, "offset": offset_at(zone, first), "changes": list(changes_between(zone, first, last))}
    print(json.dumps(clock))
