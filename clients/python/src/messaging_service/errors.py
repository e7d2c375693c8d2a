"""Errors of the service, a class for each code."""

from ._error import ConnectionFailed, MessagingError
from .generated.errors import *  # noqa: F403

__all__ = [name for name in dir() if name[0].isupper() and name != "ERRORS"]
