import type { ConsentEntry, Contact, PhoneText } from '../../api/schemas';

/** Thing that happened with a contact. */
export type TimelineEntry = { key: string; at: string } & (
  | { kind: 'text'; text: PhoneText }
  | { kind: 'clicks'; text: PhoneText; count: number; lastAt: string }
  | { kind: 'consent'; entry: ConsentEntry }
  | { kind: 'created' }
  | { kind: 'setAside'; reason: string | undefined }
);

/** Choices of what a timeline shows. */
export const TIMELINE_PARTS = ['everything', 'texts', 'consent'] as const;
type TimelinePart = (typeof TIMELINE_PARTS)[number];

/** Kinds of entries of the other parts; a timeline of everything has all. */
const KINDS: Readonly<Record<Exclude<TimelinePart, 'everything'>, readonly TimelineEntry['kind'][]>> = {
  texts: ['text', 'clicks'],
  consent: ['consent', 'setAside'],
};

export const readTimelinePart = (raw: string | null): TimelinePart =>
  TIMELINE_PARTS.find((part) => part === raw) ?? 'everything';

/**
 * Returns what happened with a contact, newest first. While older texts are not loaded, entries that are older than the
 * oldest loaded text are left out, so that no text is missing between two entries. A click in a text that is not loaded
 * is missing.
 *
 * @param known.hasOlderTexts true while not all texts are loaded
 */
export function timelineOf(
  { createdAt, setAsideAt, setAsideReason }: Pick<Contact, 'createdAt' | 'setAsideAt' | 'setAsideReason'>,
  known: {
    texts: readonly PhoneText[];
    consent: readonly ConsentEntry[];
    hasOlderTexts: boolean;
    part: TimelinePart;
  },
): TimelineEntry[] {
  const { texts, consent, hasOlderTexts, part } = known;
  const entries: TimelineEntry[] = [
    ...texts.flatMap(entriesOfText),
    // The log has the oldest first. Entries of one moment, such as an opt-out and the groups that it left, keep their order.
    ...consent.map((entry) => ({ kind: 'consent' as const, key: entry.id, at: entry.at, entry })).reverse(),
    ...(setAsideAt === undefined
      ? []
      : [{ kind: 'setAside' as const, key: 'setAside', at: setAsideAt, reason: setAsideReason }]),
    { kind: 'created', key: 'created', at: createdAt },
  ];
  const kinds = part === 'everything' ? undefined : KINDS[part];
  const since = part === 'everything' && hasOlderTexts ? (texts.at(-1)?.message.createdAt ?? '') : '';
  return entries
    .filter(({ kind, at }) => at >= since && (kinds === undefined || kinds.includes(kind)))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function entriesOfText(text: PhoneText): TimelineEntry[] {
  const { message } = text;
  const entry = { kind: 'text' as const, key: message.id, at: message.createdAt, text };
  if (!('clicks' in message) || message.clicks === undefined) return [entry];
  const { firstAt: at, lastAt, count } = message.clicks;
  return [{ kind: 'clicks', key: `clicks of ${message.id}`, at, text, count, lastAt }, entry];
}

/** Returns the import that the evidence of an entry names. */
export const importOf = ({ evidence }: Pick<ConsentEntry, 'evidence'>): string | undefined =>
  /^import (imp_[0-9A-Z]{26})$/.exec(evidence ?? '')?.[1];
