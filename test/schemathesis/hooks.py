"""Hooks of Schemathesis: put existing values into requests, and break bodies where a schema cannot.

Schemathesis makes requests from the OpenAPI document. Most of its ids name nothing, so that the answer is a 404 before
the body is read. These hooks sign requests, put in ids and phone numbers of the accounts that `world.ts` has made,
start from bodies that are accepted, and then break one or two places: nulls, empty texts, wrong types, invalid filters.
The changes follow from the seed, the operation and how many of its requests came before. At the end, the statuses of
each operation are written to the file that SCHEMATHESIS_COUNTS names.
"""

import atexit
import copy
import json
import os
import random
from collections import Counter, defaultdict

import schemathesis
from odd_values import (
    LONE_SURROGATE,
    ODD_AUDIENCES,
    ODD_FILTERS,
    ODD_KEYS,
    ODD_PLACES,
    ODD_QUERY_VALUES,
    ODD_VALUES,
)

with open(os.environ["SCHEMATHESIS_WORLD"], encoding="utf-8") as file:
    WORLD = json.load(file)
POOLS = WORLD["pools"]
MOST_IN_POOL = 200

UNSIGNED_SHARE = 0.03
SESSION_SHARE = 0.3
ENCODING_SHARE = 0.1
EXISTING_SHARE = 0.85
EXAMPLE_SHARE = 0.6
BROKEN_SHARE = 0.5

# Kinds of ids and numbers, by the property or parameter that takes them.
POOL_OF_NAME = {
    "to": "phones",
    "phoneNumber": "phones",
    "asContact": "phones",
    "from": "senders",
    "number": "senders",
    "defaultNumber": "senders",
    "group": "groups",
    "groupId": "groups",
    "groups": "groups",
    "excludeGroups": "groups",
    "pendingGroup": "groups",
    "tag": "tags",
    "tags": "tags",
    "segmentId": "segments",
    "retryOf": "campaigns",
    "excludeCampaigns": "campaigns",
    "joined": "groups",
    "join": "groups",
    "leave": "groups",
    "messageId": "messages",
    "lastMessageId": "messages",
    "exportId": "exports",
    "link": "links",
    "key": "fieldKeys",
    "label": "labels",
    "toAccountId": "accounts",
    "accountId": "accounts",
    "name": "names",
    "queue": "queues",
    "eventId": "events",
    "assigneeId": "assignees",
}
# Kinds of `id` in a path, by the segment before it.
POOL_OF_SEGMENT = {
    "message": "messages",
    "broadcast": "broadcasts",
    "batch": "batches",
    "segments": "segments",
    "campaigns": "campaigns",
    "automations": "automations",
    "forms": "forms",
    "join": "forms",
    "imports": "imports",
    "erasures": "erasures",
    "keys": "spareKeys",
    "users": "spareUsers",
    "webhooks": "webhooks",
    "saved-replies": "savedReplies",
}
# Exceptions, by operation and parameter: operations that remove what other requests need, and those that need more.
POOL_OF_OPERATION = {
    "eraseContact": {"phoneNumber": "erasable"},
    "closeAccount": {"accountId": "closableAccounts"},
    "deleteGroup": {"groupId": "spareGroups"},
    "acceptReview": {"phoneNumber": "reviewed"},
    "dismissReview": {"phoneNumber": "reviewed"},
    "getConversation": {"phoneNumber": "texting"},
    "markConversationRead": {"phoneNumber": "texting"},
    "updateConversation": {"phoneNumber": "texting"},
    "addConversationNote": {"phoneNumber": "texting"},
    "noteWriting": {"phoneNumber": "texting"},
    "signOutOperatorUser": {"id": "spareOperators"},
    "removeOperatorUser": {"id": "spareOperators"},
    "createContact": {"phoneNumber": "unusedPhones"},
    "startImport": {"id": "uploadedImports"},
    "approveCampaign": {"id": "awaitingCampaigns"},
    "rejectCampaign": {"id": "awaitingCampaigns"},
    "pauseCampaign": {"id": "scheduledCampaigns"},
    "resumeCampaign": {"id": "scheduledCampaigns"},
    "approveAutomation": {"id": "awaitingAutomations"},
    "rejectAutomation": {"id": "awaitingAutomations"},
    "pauseAutomation": {"id": "runningAutomations"},
    "stopAutomation": {"id": "runningAutomations"},
    "resumeAutomation": {"id": "pausedAutomations"},
    "getCampaignExport": {"id": "exportedCampaign", "exportId": "campaignExport"},
    "getBroadcastExport": {"exportId": "broadcastExport"},
    "getBatchExport": {"exportId": "batchExport"},
    "tagMembership": {"groupId": "ownGroup"},
    "replayWebhook": {"id": "replayedWebhook"},
    "updateNumber": {"number": "spareNumbers"},
    "pauseNumber": {"number": "spareNumbers"},
    "resumeNumber": {"number": "spareNumbers"},
    "updateOperatorSettings": {"accountId": "spareAccount"},
    "removeAccountNumber": {"number": "spareNumbers", "accountId": "spareAccount"},
    "removeLinkDomain": {"domain": "spareDomains", "accountId": "spareAccount"},
    "moveAccountNumber": {"number": "spareNumbers", "accountId": "spareAccount"},
}
# `from` of hours is no sender, and recipients must differ.
FILLED_ALREADY = {"sendingHours", "recipients"}
# Changes that could forbid every later request go to another account.
OF_SPARE_ACCOUNT = {"updateSettings", "updateNumber", "pauseSending", "resumeSending", "pauseNumber", "resumeNumber"}
# Would refuse the sends of all accounts.
NEVER_SIGNED = {"pauseAllSending"}
# API keys may not decide.
OF_USERS = {"approveCampaign", "rejectCampaign", "approveAutomation", "rejectAutomation"}
# Made by requests, by the prefix of the id.
POOL_OF_PREFIX = {
    "seg": "segments",
    "cmp": "campaigns",
    "aut": "automations",
    "imp": "imports",
    "exp": "exports",
    "ers": "erasures",
    "msg": "messages",
    "grp": "spareGroups",
}

counts = defaultdict(Counter)


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


def chance_of(case):
    """A generator of random choices that is the same for the same request of an operation."""
    operation = operation_of(case)
    return random.Random(f"{WORLD['seed']} {operation} {counts[operation].total()}")


def pool_of_parameter(case, name):
    exception = POOL_OF_OPERATION.get(operation_of(case), {}).get(name)
    if exception or name != "id":
        return POOLS.get(exception or POOL_OF_NAME.get(name), [])
    segments = case.path.split("/")
    return POOLS.get(POOL_OF_SEGMENT.get(segments[segments.index("{id}") - 1]), [])


def fill_path(case, chance):
    for name, value in list((case.path_parameters or {}).items()):
        pool = pool_of_parameter(case, name)
        # Schemathesis takes ids from answers, also that of the user who has to stay signed in.
        if pool and (value == WORLD["operator"] or chance.random() < EXISTING_SHARE):
            case.path_parameters[name] = chance.choice(pool)


def fill_query(case, chance):
    if not isinstance(case.query, dict):
        return
    for name in list(case.query):
        pool = POOLS.get(POOL_OF_NAME.get(name), [])
        draw = chance.random()
        if draw < 0.3 and pool:
            case.query[name] = chance.choice(pool)
        elif draw < 0.45:
            case.query[name] = chance.choice(ODD_QUERY_VALUES)
        elif draw < 0.6:
            del case.query[name]


def fill_body(value, chance, name=None):
    """Puts ids and numbers that exist where the names of properties ask for them."""
    if name in FILLED_ALREADY:
        return value
    if isinstance(value, dict):
        return {key: fill_body(inner, chance, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill_body(inner, chance, name) for inner in value]
    pool = POOLS.get(POOL_OF_NAME.get(name), [])
    return chance.choice(pool) if pool and isinstance(value, str) and chance.random() < 0.8 else value


def make_body(case, chance):
    """An accepted body with some of the generated properties, or the generated body with values that exist."""
    bodies = WORLD["bodies"].get(operation_of(case))
    if not bodies or chance.random() >= EXAMPLE_SHARE:
        return fill_body(case.body, chance)
    body = copy.deepcopy(chance.choice(bodies))
    generated = case.body.items() if isinstance(case.body, dict) else ()
    return body | {key: fill_body(value, chance, key) for key, value in generated if chance.random() < 0.08}


def places_in(value, path=()):
    """Every place of a body but the body itself."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(children):
        yield (*path, key)
        yield from places_in(inner, (*path, key))


def set_at(body, path, value):
    for key in path[:-1]:
        body = body[key]
    # A copy: the next change may be inside it.
    body[path[-1]] = copy.deepcopy(value)


def break_body(body, chance):
    """Makes one or two places something that the schema does not expect."""
    for _ in range(chance.choice([1, 1, 2])):
        places = list(places_in(body))
        named = [place for place in places if place[-1] in ODD_PLACES]
        if isinstance(body, dict) and chance.random() < 0.1:
            set_at(body, [chance.choice(ODD_KEYS)], chance.choice(ODD_VALUES))
        elif named and chance.random() < 0.5:
            place = chance.choice(named)
            set_at(body, place, chance.choice(ODD_PLACES[place[-1]]))
        elif places:
            set_at(body, chance.choice(places), chance.choice(ODD_VALUES))
    return body


def add_audience(case, chance):
    """Adds an invalid audience or filter: the schemas of audiences leave the filter to the code."""
    if case.path.startswith(("/api/v1/campaigns", "/api/v1/segments")) and chance.random() < 0.3:
        audience = chance.choice([*ODD_AUDIENCES, *[{"filter": odd} for odd in ODD_FILTERS]])
        case.body["audience"] = copy.deepcopy(audience)


def sign(case, chance):
    headers = {name: value for name, value in (case.headers or {}).items() if name.lower() not in WORLD["signing"]}
    if "Content-Encoding" in headers and chance.random() >= ENCODING_SHARE:
        del headers["Content-Encoding"]
    needs_user = case.path.startswith("/console/") or operation_of(case) in OF_USERS
    if needs_user or chance.random() < SESSION_SHARE:
        account = "spareAccount" if operation_of(case) in OF_SPARE_ACCOUNT else "account"
        headers |= WORLD["session"] | {"X-Account": WORLD[account]}
    else:
        headers |= {"Authorization": WORLD["authorization"]}
    case.headers = headers
    case.cookies = {}


@schemathesis.serializer("application/json", "application/merge-patch+json")
def serialize(context, value):
    if isinstance(value, bytes):
        return value
    marker, surrogate = (json.dumps(text).strip('"') for text in (LONE_SURROGATE, "\ud800"))
    return json.dumps(value, default=str).replace(marker, surrogate).encode()


@schemathesis.hook
def before_call(context, case, kwargs):
    chance = chance_of(case)
    # These stay as they are: without credentials, and with ids that name nothing.
    if operation_of(case) in NEVER_SIGNED or chance.random() < UNSIGNED_SHARE:
        return
    sign(case, chance)
    fill_path(case, chance)
    fill_query(case, chance)
    if isinstance(case.body, (dict, list)):
        case.body = make_body(case, chance)
        if isinstance(case.body, dict):
            add_audience(case, chance)
        if chance.random() < BROKEN_SHARE:
            case.body = break_body(case.body, chance)


@schemathesis.hook
def after_call(context, case, response):
    """Counts the answer, and remembers what was made, for later requests."""
    counts[operation_of(case)][response.status_code] += 1
    if response.status_code not in (200, 201, 202):
        return
    try:
        made = str(json.loads(response.content).get("id"))
    except (ValueError, AttributeError):
        return
    pool = POOLS.get(POOL_OF_PREFIX.get(made[:3]))
    if pool is not None and made not in pool and len(pool) < MOST_IN_POOL:
        pool.append(made)


@atexit.register
def write_counts():
    with open(os.environ["SCHEMATHESIS_COUNTS"], "w", encoding="utf-8") as file:
        json.dump(counts, file)
