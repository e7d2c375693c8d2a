"""Verification of webhooks by the Standard Webhooks specification."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union


class InvalidSignature(Exception):
    """The request was not signed with a secret of the endpoint, or is too old. Answer it with 401."""


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[bytes, str],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> List[Dict[str, Any]]:
    """Verifies a webhook, and returns its events: one, or those of a batch.

    :param secret: `whsec_…`; during a rotation the old and the new one
    :param body: as it came, before any JSON parser had it
    :raises InvalidSignature:
    """
    given = {name.lower(): value for name, value in headers.items()}
    raw = body.encode() if isinstance(body, str) else body
    timestamp = given.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise InvalidSignature("webhook-timestamp is missing.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise InvalidSignature("webhook-timestamp is too far from now.")
    signed = f"{given.get('webhook-id', '')}.{timestamp}.".encode() + raw
    signatures = given.get("webhook-signature", "").split(" ")
    is_genuine = False
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_key(one), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        for signature in signatures:
            is_genuine |= hmac.compare_digest(expected, signature.encode())
    if not is_genuine:
        raise InvalidSignature("No signature is by a secret of the endpoint.")
    event = json.loads(raw)
    return event["events"] if event.get("type") == "webhooks.batch" else [event]


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("A secret is whsec_ and base64.")
    return key
