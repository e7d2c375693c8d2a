import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Smallest content whose beginning is that of a PNG. */
export const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(64),
]);

export interface MediaServer {
  url: string;
  /** Method and path of every request, in the order of arrival. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/**
 * Starts a server of files on the loopback interface, which also takes uploads, as a bucket does. By path: `*.png` is
 * an image, `large*` one above every limit, `text*` of a type that phones do not take, `slow*` is answered after a
 * second; any other path is not found.
 */
export async function startMediaServer(): Promise<MediaServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method} ${path}`);
    request.resume();
    request.on('end', () => {
      if (request.method === 'PUT') return response.writeHead(200).end();
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (name.startsWith('text')) {
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no picture</p>');
      }
      if (!name.endsWith('.png')) return response.writeHead(404).end();
      const body = name.startsWith('large') ? Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]) : PNG;
      const send = () => response.writeHead(200, { 'content-type': 'image/png' }).end(body);
      return name.startsWith('slow') ? setTimeout(send, 1_000) : send();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
