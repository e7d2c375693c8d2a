import asyncio
import time
from typing import Any, AsyncIterator, Dict, Iterator, Mapping, Optional

import httpx

from ._error import MessagingError
from ._request import Request, next_query, no_answer, read_answer
from .generated.operations import AsyncOperations, Operations
from .generated.release import RELEASE


def _http_options(
    base_url: str, api_key: Optional[str], timeout: float, headers: Optional[Mapping[str, str]]
) -> Dict[str, Any]:
    named = httpx.Headers({"user-agent": f"messaging-service-python/{RELEASE}"})
    named.update(headers)
    return {"base_url": base_url, "auth": _auth(api_key), "timeout": timeout, "headers": named}


def _auth(api_key: Optional[str]) -> Optional[httpx.BasicAuth]:
    if api_key is None:
        return None
    key_id, _, secret = api_key.partition(":")
    return httpx.BasicAuth(key_id, secret)


class MessagingClient(Operations):
    """Client of the API: a method for each operation, and `iterate_…` for each list.

    :param api_key: id and secret of an API key, with a colon between them
    :param max_retries: attempts after the first one
    :param max_wait: longest wait before an attempt, in seconds; an error that asks for more is raised
    """

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *,
        max_retries: int = 4, max_wait: float = 60, timeout: float = 30,
        headers: Optional[Mapping[str, str]] = None, transport: Optional[httpx.BaseTransport] = None,
    ) -> None:
        self._http = httpx.Client(transport=transport, **_http_options(base_url, api_key, timeout, headers))
        self._max_retries, self._max_wait = max_retries, max_wait

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "MessagingClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any], body: Any) -> Any:
        request = Request(operation, path, query, body)
        attempt = 0
        while True:
            try:
                try:
                    return read_answer(self._http.request(**request.arguments()))
                except httpx.TransportError as cause:
                    raise no_answer(cause) from cause
            except MessagingError as error:
                wait = request.wait_before(attempt, error, self._max_wait)
                if wait is None or attempt >= self._max_retries:
                    raise
            time.sleep(wait)
            attempt += 1

    def _iterate(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any]) -> Iterator[Any]:
        following: Optional[Dict[str, Any]] = query
        while following is not None:
            page = self._call(operation, path, following, None)
            yield from page["results"]
            following = next_query(operation, following, page)


class AsyncMessagingClient(AsyncOperations):
    """The same for asyncio."""

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *,
        max_retries: int = 4, max_wait: float = 60, timeout: float = 30,
        headers: Optional[Mapping[str, str]] = None, transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        self._http = httpx.AsyncClient(transport=transport, **_http_options(base_url, api_key, timeout, headers))
        self._max_retries, self._max_wait = max_retries, max_wait

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncMessagingClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _call(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any], body: Any) -> Any:
        request = Request(operation, path, query, body)
        attempt = 0
        while True:
            try:
                try:
                    return read_answer(await self._http.request(**request.arguments()))
                except httpx.TransportError as cause:
                    raise no_answer(cause) from cause
            except MessagingError as error:
                wait = request.wait_before(attempt, error, self._max_wait)
                if wait is None or attempt >= self._max_retries:
                    raise
            await asyncio.sleep(wait)
            attempt += 1

    async def _iterate(  # type: ignore[override]
        self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any]
    ) -> AsyncIterator[Any]:
        following: Optional[Dict[str, Any]] = query
        while following is not None:
            page = await self._call(operation, path, following, None)
            for one in page["results"]:
                yield one
            following = next_query(operation, following, page)
