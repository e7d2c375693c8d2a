from typing import Any, Dict, Optional


class MessagingError(Exception):
    """Refusal of the service. Each code has a class of its own, such as `NotOptedIn`."""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[int] = None,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        details: Optional[Dict[str, Any]] = None,
        advice: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = type(self).__name__
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.details = details
        self.advice = advice


class ConnectionFailed(MessagingError):
    """No answer: whether the request was carried out is not known."""
