import { TableClient } from '../../../shared/platform/store/client/table-client';

type Send = (command: object, ...rest: unknown[]) => Promise<unknown>;

export interface RoundTrips {
  /** Operations in the order of their beginning; those of one entry overlapped. */
  steps: string[][];
}

/**
 * Counts the calls to DynamoDB within `act`. A call that begins during another is in the same step: the number of
 * consecutive steps determines how long the caller waits.
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
