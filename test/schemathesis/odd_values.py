"""Values that a schema does not expect, or that it leaves to the code to refuse."""

# Stands for a lone surrogate, which Schemathesis itself cannot handle: `serialize` puts it in.
LONE_SURROGATE = "\ue000"

ODD_VALUES = [
    *[None, "", " ", {}, [], [None], [{}], [""], {"a": 1}, True],
    *[0, -1, 1.5, 1e300, 5e-324, 2**53, 10**400],
    *["\u0000", LONE_SURROGATE, "\uffff", "x" * 2_000, "😀"],
]
ODD_FILTERS = [
    {},
    {"all": 5},
    {"all": []},
    {"any": [{}]},
    {"not": None},
    {"not": []},
    {"all": [None, ""]},
    {"field": None, "op": None, "value": None},
    {"field": "__proto__", "op": "equals", "value": "x"},
    {"field": "firstName", "op": "in", "value": [""]},
    {"field": "firstName", "op": "in", "value": []},
    {"field": "birthDate", "op": "between", "value": [None]},
    {"field": "birthDate", "op": "withinLastDays", "value": 1e300},
    {"field": "birthDate", "op": "anniversaryInDays", "value": -1e15},
    {"field": "birthDate", "op": "notWithinLastDays", "value": 1e300},
    {"field": "birthDate", "op": "anniversaryWithinDays", "value": -1},
    {"field": "createdAt", "op": "before", "value": "+275760-09-13"},
    {"field": "createdAt", "op": "after", "value": "0000-00-00T00:00:00Z"},
    {"field": "customFields.", "op": "exists", "value": True},
    {"field": "customFields.Note", "op": "constructor", "value": {}},
    {"field": "customFields.Age", "op": "in", "value": [1e300, -0.0]},
    {"not": {"not": {"not": {"not": {"not": {"not": {"field": "tz", "op": "exists", "value": False}}}}}}},
]
ODD_AUDIENCES = [
    {},
    {"everyone": True},
    {"everyone": True, "groups": []},
    {"everyone": None, "groups": None, "filter": None, "segmentId": None, "retryOf": None},
    {"segmentId": ""},
    {"retryOf": ""},
    {"excludeCampaigns": [""]},
    {"groups": ["grp_"], "tags": ["tag_"]},
]
ODD_SCHEDULES = [
    {},
    {"at": ""},
    {"at": "+275760-09-13T00:00:00Z"},
    {"at": "0000-00-00T00:00:00Z"},
    {"at": "9999-12-31T23:59:60Z"},
    {"localTime": "2035-03-01T24:00", "timeZone": "recipient"},
    {"localTime": "2035-03-01T10:00", "timeZone": "Mars/Olympus"},
    {"localTime": "0001-01-01T00:00", "timeZone": "America/New_York"},
    {"localTime": "9999-12-31T23:59", "timeZone": "recipient"},
]
ODD_KEYS = ["", LONE_SURROGATE, "audience", "filter", "__proto__", "constructor", "to", "schedule", "a/b~"]
ODD_PLACES = {"filter": ODD_FILTERS, "audience": ODD_AUDIENCES, "schedule": ODD_SCHEDULES}
ODD_QUERY_VALUES = [
    *["", " ", "0", "-1", "1", "1e3", "null", "true", "\u0000", "x" * 500],
    *["2026-01-01", "2024-02-30", "+275760-09-13T00:00:00Z", "9999-12-31T23:59:59-23:59"],
]
