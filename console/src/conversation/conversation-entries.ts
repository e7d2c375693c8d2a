import type { ConversationNote, PhoneText } from '../api/schemas';

/** Text to or from the phone, or a note of a user. */
type ConversationEntry =
  | { kind: 'text'; at: string; text: PhoneText }
  | { kind: 'note'; at: string; note: ConversationNote };

/** Returns texts and notes together, oldest first; both lists have the newest first. */
export function entriesOf(
  texts: readonly PhoneText[],
  notes: readonly ConversationNote[],
): ConversationEntry[] {
  const entries: ConversationEntry[] = [
    ...texts.map((text) => ({ kind: 'text' as const, at: text.message.createdAt, text })),
    ...notes.map((note) => ({ kind: 'note' as const, at: note.at, note })),
  ];
  return entries.reverse().sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
