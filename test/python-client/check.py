"""Calls the service through a server that loses requests and answers, and verifies webhooks."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import time

import httpx
import messaging_service
from messaging_service import AsyncMessagingClient, ConnectionFailed, InvalidSignature, MessagingClient, verify_webhook
from messaging_service.errors import MessagingError, NotOptedIn

BASE_URL, API_KEY, FROM = os.environ["BASE_URL"], os.environ["API_KEY"], os.environ["FROM"]
TO, STRANGER = os.environ["TO"], os.environ["STRANGER"]

assert "site" in messaging_service.__file__, messaging_service.__file__


def raised(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


with MessagingClient(BASE_URL, API_KEY) as client:
    # Its faults: killed, lost, 503, lost.
    sent = client.send_message({"to": TO, "from": FROM, "body": "Once"})
    assert client.get_message(sent["id"])["body"] == "Once"
    error = raised(NotOptedIn, lambda: client.send_message({"to": STRANGER, "from": FROM, "body": "No"}))
    assert isinstance(error, MessagingError)
    assert (error.code, error.name, error.status) == (33028, "NotOptedIn", 400), vars(error)
    assert error.advice and error.request_id, vars(error)
    for name in ["One", "Two", "Three"]:
        client.create_segment({"name": name, "audience": {"everyone": True}})
    names = {segment["name"] for segment in client.iterate_segments(limit=1)}
    assert names == {"One", "Two", "Three"}, names
    assert len(list(client.iterate_groups())) >= 1


async def main() -> None:
    async with AsyncMessagingClient(BASE_URL, API_KEY) as client:
        sent = await client.send_message({"to": TO, "from": FROM, "body": "Async"})
        assert (await client.get_message(sent["id"]))["status"] == "sent"
        assert {one["name"] async for one in client.iterate_segments(limit=2)} == {"One", "Two", "Three"}


asyncio.run(main())
with MessagingClient("http://127.0.0.1:9", max_retries=0) as nowhere:
    raised(ConnectionFailed, nowhere.list_groups)

agents = []
answer_nothing = httpx.MockTransport(
    lambda request: agents.append(request.headers["user-agent"]) or httpx.Response(200, json={"results": []})
)
for own in [None, {"User-Agent": "shop/7"}]:
    with MessagingClient("https://messaging.example.com", headers=own, transport=answer_nothing) as client:
        client.list_groups()
assert agents[0].startswith("messaging-service-python/1."), agents
assert agents[1:] == ["shop/7"], agents

OLD, NEW = ("whsec_" + base64.b64encode(name).decode() for name in (b"old", b"new"))
BODY = json.dumps({"id": "evt_1", "type": "webhooks.test"}).encode()


def headers(secret, at):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, f"evt_1.{at}.".encode() + BODY, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1,{signature}"}


now = int(time.time())
assert verify_webhook([OLD, NEW], headers(OLD, now), BODY)[0]["id"] == "evt_1"
assert verify_webhook(NEW, headers(NEW, now - 300), BODY, now=now)
raised(InvalidSignature, lambda: verify_webhook(NEW, headers(OLD, now), BODY))
raised(InvalidSignature, lambda: verify_webhook(NEW, headers(NEW, now - 301), BODY, now=now))
raised(InvalidSignature, lambda: verify_webhook(NEW, headers(NEW, now), BODY + b" "))
raised(InvalidSignature, lambda: verify_webhook(NEW, {}, BODY))
