import { type InferOutput, number, object, optional, string } from 'valibot';

/** Why a message was tried later, once or several times in a row. Times are ISO. */
export const storedWait = object({
  at: string(),
  until: string(),
  times: number(),
  /** The provider's code, or a sentence of ours. */
  why: string(),
  /** Of the last answer. */
  providerRequestId: optional(string()),
});
export type Wait = InferOutput<typeof storedWait>;

/** What is kept: a message that is retried for hours does not grow with each try. */
const MOST_WAITS = 10;

/** The waits with one more. One for the same reason as the last prolongs it. */
export function withWait(waits: Wait[] = [], next: Omit<Wait, 'times'>): Wait[] {
  const last = waits.at(-1);
  if (last?.why === next.why) {
    return [...waits.slice(0, -1), { ...next, at: last.at, times: last.times + 1 }];
  }
  return [...waits, { ...next, times: 1 }].slice(-MOST_WAITS);
}
