import { type InferOutput, number, object, optional, string } from 'valibot';

/** Wait of a message before one or several attempts in a row. Times are ISO. */
export const storedWait = object({
  at: string(),
  until: string(),
  times: number(),
  /** Reason: the provider's code, or a sentence of the service. */
  why: string(),
  /** Request id of the provider's last answer. */
  providerRequestId: optional(string()),
});
type Wait = InferOutput<typeof storedWait>;

/** Most waits that are kept, so that a message that is retried for hours does not grow with each attempt. */
const MOST_WAITS = 10;

/** Returns the waits with one more. A wait for the same reason as the last one prolongs that one. */
export function withWait(waits: Wait[] = [], next: Omit<Wait, 'times'>): Wait[] {
  const last = waits.at(-1);
  if (last?.why === next.why) {
    return [...waits.slice(0, -1), { ...next, at: last.at, times: last.times + 1 }];
  }
  return [...waits, { ...next, times: 1 }].slice(-MOST_WAITS);
}
