import type { ConsentEntry, Contact, PhoneText } from '../../api/schemas';

/** Thing that happened with a contact. */
export type HistoryEntry = { key: string; at: string } & (
  | { kind: 'text'; text: PhoneText }
  | { kind: 'clicks'; text: PhoneText; count: number }
  | { kind: 'consent'; entry: ConsentEntry }
  | { kind: 'created' }
  | { kind: 'setAside'; reason: string | undefined }
);

/**
 * Returns what happened with a contact, newest first. While older texts are not loaded, nothing older than the oldest loaded
 * one is shown, so that no text is missing between two entries.
 *
 * @param known.hasOlderTexts true while not all texts are loaded
 */
export function historyOf(
  { createdAt, setAsideAt, setAsideReason }: Pick<Contact, 'createdAt' | 'setAsideAt' | 'setAsideReason'>,
  known: { texts: readonly PhoneText[]; consent: readonly ConsentEntry[]; hasOlderTexts: boolean },
): HistoryEntry[] {
  const { texts, consent, hasOlderTexts } = known;
  const entries: HistoryEntry[] = [
    { kind: 'created', key: 'created', at: createdAt },
    ...(setAsideAt === undefined
      ? []
      : [{ kind: 'setAside' as const, key: 'setAside', at: setAsideAt, reason: setAsideReason }]),
    ...consent.map((entry) => ({ kind: 'consent' as const, key: entry.id, at: entry.at, entry })),
    ...texts.flatMap((text): HistoryEntry[] => {
      const { message } = text;
      const clicks = 'clicks' in message ? message.clicks : undefined;
      return [
        { kind: 'text', key: message.id, at: message.createdAt, text },
        ...(clicks === undefined
          ? []
          : [
              {
                ...{ kind: 'clicks' as const, key: `clicks of ${message.id}`, text },
                ...{ at: clicks.firstAt, count: clicks.count },
              },
            ]),
      ];
    }),
  ];
  const since = hasOlderTexts ? (texts.at(-1)?.message.createdAt ?? '') : '';
  return entries.filter(({ at }) => at >= since).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
