import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  /** Value of `webhook-id`. */
  id: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Answer to the next requests: a status, or a function that writes to the response. */
  answer: number | ((response: ServerResponse, webhook: ReceivedWebhook) => void);
  /** Distinct ids, in the order of their first arrival. */
  ids(): string[];
  /** Breaks every connection. */
  disconnect(): void;
  stop(): Promise<void>;
}

/** Starts a webhook receiver on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const webhook = {
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        id: String(request.headers['webhook-id']),
      };
      received.push(webhook);
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
      else receiver.answer(response, webhook);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 200,
    ids: () => [...new Set(received.map(({ id }) => id))],
    disconnect: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Verifies a request with an off-the-shelf library. Returns the event, or the reason for the refusal. */
export function verifyWebhook(webhook: ReceivedWebhook, secret: string): unknown {
  try {
    return new Webhook(secret).verify(webhook.body, webhook.headers as Record<string, string>);
  } catch (error) {
    return (error as Error).message;
  }
}
