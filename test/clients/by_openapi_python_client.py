"""Sends a text and makes a segment with the client that openapi-python-client generates."""

import os

from messaging_service_client import AuthenticatedClient
from messaging_service_client.api.messaging import get_message, send_message
from messaging_service_client.api.segments import create_segment
from messaging_service_client.models import AllConditions, Audience, Comparison, SegmentRequest, SendMessageRequest

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["CREDENTIALS"], prefix="Basic")
sent = send_message.sync(
    client=client,
    body=SendMessageRequest(to=os.environ["TO"], from_=os.environ["FROM"], body="From openapi-python-client"),
)
assert sent.status == "sent", sent
assert get_message.sync(sent.id, client=client).id == sent.id
comparison = Comparison(field="firstName", op="equals", value="Ann")
audience = Audience(filter_=AllConditions(all_=[comparison]))
segment = create_segment.sync(client=client, body=SegmentRequest(name="By Python", audience=audience))
assert segment.audience.filter_.all_[0].value == "Ann", segment
