"""Sends a text and makes a segment with the Python client that openapi-generator generates."""

import os

import openapi_client as api

key_id, secret = os.environ["API_KEY"].split(":")
settings = api.Configuration(host=os.environ["BASE_URL"], username=key_id, password=secret)
with api.ApiClient(settings) as client:
    messaging = api.MessagingApi(client)
    request = api.SendMessageRequest(
        to=os.environ["TO"], var_from=os.environ["FROM"], body="From openapi-generator"
    )
    sent = messaging.send_message(request).actual_instance
    assert sent.status == "sent", sent
    tried = messaging.send_message(request.model_copy(update={"dry_run": True}))
    assert tried.actual_instance.credits.sms > 0, tried
    assert messaging.get_message(sent.id).actual_instance.id == sent.id
    comparison = api.Comparison(field="firstName", op="equals", value=api.ComparisonValue("Ann"))
    condition = api.Condition(api.AllConditions(all=[api.Condition(comparison)]))
    segment = api.SegmentsApi(client).create_segment(
        api.SegmentRequest(name="By openapi-generator", audience=api.Audience(filter=condition))
    )
    assert segment.audience.filter.actual_instance.all[0].actual_instance.value.actual_instance == "Ann", segment
