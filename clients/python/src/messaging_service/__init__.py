"""Client of the messaging service."""

from . import errors
from ._client import AsyncMessagingClient, MessagingClient
from ._error import ConnectionFailed, MessagingError
from .webhooks import InvalidSignature, verify_webhook

__all__ = [
    "AsyncMessagingClient",
    "ConnectionFailed",
    "InvalidSignature",
    "MessagingClient",
    "MessagingError",
    "errors",
    "verify_webhook",
]
