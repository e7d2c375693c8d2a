import type { ConversationNote, PhoneText } from '../../../console/src/api/schemas';
import { entriesOf } from '../../../console/src/conversation/conversation-entries';
import { daysOf } from '../../../console/src/format/by-day';

const text = (id: string, createdAt: string) => ({ message: { id, createdAt } }) as PhoneText;
const note = (id: string, at: string) => ({ id, at }) as ConversationNote;
const dayOf = (iso: string) => iso.slice(0, 10);

describe('the days of a conversation', () => {
  it('have its texts and notes, oldest first', () => {
    const entries = entriesOf(
      [
        text('c', '2026-11-03T08:00:00Z'),
        text('b', '2026-11-02T10:00:00Z'),
        text('a', '2026-11-02T09:00:00Z'),
      ],
      [note('n', '2026-11-02T09:30:00Z')],
    );
    const days = daysOf(entries, dayOf).map(({ day, entries: found }) => [
      day,
      found.map((entry) => (entry.kind === 'note' ? entry.note.id : entry.text.message.id)),
    ]);
    expect(days).toEqual([
      ['2026-11-02', ['a', 'n', 'b']],
      ['2026-11-03', ['c']],
    ]);
  });

  it('are none without entries', () => {
    expect(daysOf([], dayOf)).toEqual([]);
  });
});
