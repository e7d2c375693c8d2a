"""What sync and async clients share: how a request is made, and when it is sent again."""

import random
import uuid
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote

import httpx

from ._error import ConnectionFailed, MessagingError
from .generated.errors import ERRORS

# Statuses after which a repeat can succeed; 33104 says that the first request with the key is under way.
RETRIED = {408, 429, 500, 502, 503, 504}
KEY_IN_USE = 33104
REPEATABLE = {"GET", "PUT", "DELETE"}
FIRST_WAIT_SECONDS = 0.5


class Request:
    """One request, as often as it is sent: its idempotency key stays the same."""

    def __init__(
        self, operation: Mapping[str, Any], path: Mapping[str, str], query: Mapping[str, Any], body: Any
    ) -> None:
        self.method: str = operation["method"]
        self.path: str = operation["path"]
        for name, value in path.items():
            self.path = self.path.replace("{" + name + "}", quote(value, safe=""))
        self.query = {name: value for name, value in query.items() if value is not None}
        self.body = body
        is_safe = False
        if operation["takes_key"]:
            is_safe = True
            # A dry run takes no key.
            if body.get("dryRun") is not True:
                self.body = {"idempotencyKey": str(uuid.uuid4()), **body}
        self.is_repeatable = self.method in REPEATABLE or is_safe

    def arguments(self) -> Dict[str, Any]:
        return {
            "method": self.method,
            "url": self.path,
            "params": self.query,
            **({} if self.body is None else {"json": self.body}),
        }

    def wait_before(self, attempt: int, error: MessagingError, most: float) -> Optional[float]:
        """Seconds to wait before the next attempt; `None` where there is none."""
        can_help = isinstance(error, ConnectionFailed) or error.code == KEY_IN_USE or error.status in RETRIED
        if not (self.is_repeatable and can_help):
            return None
        wait = error.retry_after
        if wait is None:
            wait = FIRST_WAIT_SECONDS * 2**attempt * (1 - random.random() / 4)
        return wait if wait <= most else None


def read_answer(answer: httpx.Response) -> Any:
    if answer.is_success:
        return answer.json() if answer.content else None
    try:
        envelope = answer.json()
    except ValueError:
        envelope = None
    if not isinstance(envelope, dict):
        envelope = {}
    kind, advice = ERRORS.get(envelope.get("code"), (MessagingError, None))
    try:
        retry_after = float(answer.headers["retry-after"])
    except (KeyError, ValueError):
        retry_after = None
    raise kind(
        envelope.get("message") or f"The answer has the status {answer.status_code}.",
        code=envelope.get("code"),
        status=answer.status_code,
        request_id=answer.headers.get("x-request-id"),
        retry_after=retry_after,
        details=envelope.get("details"),
        advice=advice,
    )


def no_answer(error: Exception) -> ConnectionFailed:
    return ConnectionFailed(
        f"No answer: {error or type(error).__name__}", advice="Repeat the request with the same idempotencyKey."
    )


def next_query(operation: Mapping[str, Any], query: Mapping[str, Any], page: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    """Query of the page that follows; `None` after the last one."""
    if operation["pages"] == "cursor":
        cursor = page.get("nextCursor")
        return None if cursor is None else {**query, "cursor": cursor}
    is_last = not page["results"] or page["page"] * page["limit"] >= page["totalCount"]
    return None if is_last else {**query, "page": page["page"] + 1}
