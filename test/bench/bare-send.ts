import { handler } from '../../functions/http/send-message';
import { callHandler } from '../support/routes/call-handler';
import type { TestEngine } from '../support/engines/engine';
import { createSendingAccount } from '../support/sending/sending-account';
import { useInstantProvider } from './bench-engine';
import { bareCalls, bareSender, recordSend } from './recorded-calls';

const UNLIMITED = { smsCredits: 100_000_000, rateLimits: { message: 100_000_000 } };

/** Single sends through the handler, and the same DynamoDB calls without any other code. */
export interface BareSend {
  /** Returns the request body of a send with the key. */
  requestBody: (idempotencyKey: string) => string;
  /** Sends through the handler. @returns the message's id */
  send: (idempotencyKey: string) => Promise<string>;
  /** @param round distinguishes the messages */
  sendBare: (round: number) => () => Promise<void>;
  roundTrips: number;
}

export async function prepareBareSend(engine: TestEngine): Promise<BareSend> {
  const { authorization, to, from } = await createSendingAccount(engine, UNLIMITED);
  useInstantProvider();
  const requestBody = (idempotencyKey: string) =>
    JSON.stringify({ to, from, body: 'Hello {{contact_first_name}}, it is ready.', idempotencyKey });
  const send = async (idempotencyKey: string) => {
    const answer = await callHandler(handler, { authorization, body: requestBody(idempotencyKey) });
    if (answer.status !== 201) throw new Error(`Status ${answer.status}: ${answer.text}`);
    return (answer.body as { id: string }).id;
  };
  await send('bench:first');
  const recorded = await recordSend('bench:recorded', send);
  const makeCalls = bareSender();
  return {
    requestBody,
    send,
    sendBare: (round) => {
      const calls = bareCalls(recorded, round);
      return async () => makeCalls(calls);
    },
    roundTrips: recorded.calls.length,
  };
}
