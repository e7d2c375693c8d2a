"""Calls the service with Twilio's own package for Python, with only the address changed. Fails at the first surprise."""

import json
import os
from urllib.parse import parse_qsl

from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.request_validator import RequestValidator
from twilio.rest import Client

case = json.loads(os.environ["TWILIO_CASE"])


class Redirected(TwilioHttpClient):
    def request(self, method, url, *args, **kwargs):
        return super().request(method, url.replace("https://api.twilio.com", case["baseUrl"]), *args, **kwargs)


def client(token):
    return Client(case["accountSid"], token, http_client=Redirected())


def code_of(action):
    try:
        action()
    except TwilioRestException as error:
        return [error.status, error.code]
    return None


def expect(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"


own = client(case["authToken"])
send = lambda to: own.messages.create(to=to, from_=case["from"], body="Hello")
sent = [send(case["to"]) for _ in range(3)]
expect([sent[0].account_sid, sent[0].body, sent[0].price, sent[0].num_segments], [case["accountSid"], "Hello", None, "1"])
fetched = own.messages(sent[0].sid).fetch()
expect([fetched.sid, fetched.to, fetched.date_created.tzname()], [sent[0].sid, case["to"], "UTC"])
listed = [message.sid for message in own.messages.list(to=case["to"], page_size=2)]
expect([sid for sid in listed if sid in {one.sid for one in sent}], [one.sid for one in reversed(sent)])
expect(code_of(lambda: send("555")), [400, 21211])
expect(code_of(lambda: send(case["stranger"])), [400, 21610])
expect(code_of(lambda: own.messages(sent[0].sid).delete()), [404, 20404])
expect(code_of(lambda: client("wrong").messages(sent[0].sid).fetch()), [401, 20003])
parameters = dict(parse_qsl(case["callback"]["body"], keep_blank_values=True))
validator = RequestValidator(case["authToken"])
expect(validator.validate(case["callback"]["url"], parameters, case["callback"]["signature"]), True)
