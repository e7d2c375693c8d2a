import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Starts a server before a service that answers as a later release may: each object of an answer has a property more.
 *
 * @param baseUrl address of the service
 */
export async function startLaterRelease(baseUrl: string): Promise<{ baseUrl: string; stop: () => void }> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: _, connection: __, ...headers } = request.headers;
    const body = request.method === 'GET' ? undefined : await buffer(request);
    const passed = await fetch(`${baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body: Uint8Array.from(body) }),
    });
    const text = await passed.text();
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' });
    response.end(text.startsWith('{') ? JSON.stringify(withMore(JSON.parse(text))) : text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => [name, withMore(inner)]);
  return { ...Object.fromEntries(entries), addedLater: { text: 'New' } };
}
