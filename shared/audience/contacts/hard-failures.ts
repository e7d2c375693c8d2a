import { isDeepStrictEqual } from 'node:util';
import { array, type InferOutput, object, string } from 'valibot';

/** Number of texts in a row that fail for good before a number is set aside. */
const TEXTS_TO_SET_ASIDE = 3;

/**
 * Longest delay of the report that begins the count of a number. A delivery of which nothing is stored may have come
 * between an older failure and its report.
 */
const OLDEST_FIRST_REPORT_MS = 60 * 60_000;

/** Texts to a number that failed for good, one after the other. **Source:** rules E11. */
export const HARD_FAILURES = object({
  /** ISO time of the last delivery that is known, or from which failures count; earlier failures are not counted. */
  since: string(),
  /** Distinct texts that failed after it, at most the latest three, oldest first. */
  texts: array(object({ messageId: string(), at: string() })),
});
export type HardFailures = InferOutput<typeof HARD_FAILURES>;

/** End of a text as the provider reports it: a delivery, or a failure because its number takes no texts for good. */
export interface TextEnd {
  messageId: string;
  /** ISO time of the report at the provider. */
  at: string;
  isDelivered: boolean;
}

/**
 * Returns the hard failures of a number after the end of a text. Once a number has a count, the result is the same for
 * every order of the ends, late and repeated ones included. A delivery to a number without a count changes nothing, so
 * that it costs no write: the first failure is counted when its report is not too old.
 *
 * @param options.countedFrom ISO time; failures up to then begin no count and add to none. A number that is set aside
 *   keeps its own
 * @returns `known` itself when nothing changes
 *
 * **Source:** rules E11.
 */
export function hardFailuresAfter(
  known: HardFailures | undefined,
  end: TextEnd,
  { countedFrom, nowMs }: { countedFrom: string; nowMs: number },
): HardFailures | undefined {
  const { messageId, at, isDelivered } = end;
  if (isDelivered && !known) return known;
  const { since: knownSince, texts } = known ?? {
    since: new Date(nowMs - OLDEST_FIRST_REPORT_MS).toISOString(),
    texts: [],
  };
  const since = latest(
    knownSince,
    isSetAside(known) ? knownSince : countedFrom,
    isDelivered ? at : knownSince,
  );
  const others = texts.filter((text) => text.at > since && !(isDelivered && text.messageId === messageId));
  const isCounted = isDelivered || at <= since || others.some((text) => text.messageId === messageId);
  const after = isCounted ? others : latestTexts([...others, { messageId, at }]);
  const isSame = known && since === knownSince && isDeepStrictEqual(after, texts);
  return isSame ? known : { since, texts: after };
}

/** Returns true when enough texts in a row have failed for good. */
export const isSetAside = (failures: HardFailures | undefined): boolean =>
  failures !== undefined && failures.texts.length >= TEXTS_TO_SET_ASIDE;

const latest = (...times: string[]): string => times.reduce((a, b) => (a > b ? a : b));

/** Returns the texts that a later delivery can leave counted, in order. */
const latestTexts = (texts: HardFailures['texts']): HardFailures['texts'] =>
  texts.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-TEXTS_TO_SET_ASIDE);
