import { TableClient } from '../../shared/platform/store/client/table-client';

type Send = (command: object, ...rest: unknown[]) => Promise<unknown>;

export interface RoundTrips {
  /** Operations in the order of their beginning; those of one entry were under way together. */
  steps: string[][];
}

/**
 * Counts what `act` asks of DynamoDB. A call that begins while another is under way is in the same step: what counts
 * for the caller's waiting time is how many follow one another.
 */
export async function countRoundTrips(act: () => Promise<unknown>): Promise<RoundTrips> {
  const prototype = TableClient.prototype as unknown as { send: Send };
  const send = prototype.send;
  const steps: string[][] = [];
  let underWay = 0;
  prototype.send = async function (command, ...rest) {
    if (underWay === 0) steps.push([]);
    steps.at(-1)?.push(command.constructor.name);
    underWay += 1;
    try {
      return await send.call(this, command, ...rest);
    } finally {
      underWay -= 1;
    }
  };
  try {
    await act();
  } finally {
    prototype.send = send;
  }
  return { steps };
}
