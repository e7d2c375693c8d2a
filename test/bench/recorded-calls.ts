import { TableClient } from '../../shared/platform/store/client/table-client';

type Send = (command: { input: object }) => Promise<unknown>;
type Make = new (input: object) => { input: object };

/** Call of a recorded send; those of one step are concurrent. */
interface RecordedCall {
  make: Make;
  inputJson: string;
}

/** DynamoDB calls of one send, which can be repeated for other messages. */
export interface RecordedSend {
  calls: RecordedCall[][];
  messageId: string;
  idempotencyKey: string;
}

type BareCalls = Array<Array<{ input: object }>>;

/**
 * Records the calls of a send.
 *
 * @param act sends one message with the key, and returns its id
 */
export async function recordSend(
  idempotencyKey: string,
  act: (idempotencyKey: string) => Promise<string>,
): Promise<RecordedSend> {
  const prototype = TableClient.prototype as unknown as { send: Send };
  const original = prototype.send;
  const calls: RecordedCall[][] = [];
  let underWay = 0;
  prototype.send = async function (command) {
    if (underWay === 0) calls.push([]);
    underWay += 1;
    calls.at(-1)?.push({ make: command.constructor as Make, inputJson: JSON.stringify(command.input) });
    try {
      return await original.call(this, command);
    } finally {
      underWay -= 1;
    }
  };
  try {
    return { calls, idempotencyKey, messageId: await act(idempotencyKey) };
  } finally {
    prototype.send = original;
  }
}

/** Prepares the same calls for another message and another key. */
export function bareCalls(recorded: RecordedSend, round: number): BareCalls {
  const id = `${recorded.messageId.slice(0, -6)}${String(round).padStart(6, '0')}`;
  return recorded.calls.map((step) =>
    step.map(({ make: Command, inputJson }) => {
      const text = inputJson
        .replaceAll(recorded.messageId, id)
        .replaceAll(recorded.idempotencyKey, `bare:${round}`)
        // The table has the key as a hash.
        .replaceAll(
          /(IDEMPOTENCY#[^#"]+#[^#"]+#)([^#"]+)/g,
          (_, before: string, hash: string) => before + String(round).padStart(hash.length, '0'),
        );
      return new Command(JSON.parse(text) as object);
    }),
  );
}

/** Returns a function that makes the calls by the client that the functions use, without any other code. */
export function bareSender(): (calls: BareCalls) => Promise<void> {
  const client = new TableClient();
  return async (calls) => {
    for (const step of calls) await Promise.all(step.map((command) => client.send(command)));
  };
}
