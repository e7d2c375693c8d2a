import { assigneeOptions, nameOfAssignee, nameOfAuthor } from '../../../console/src/conversation/assignees';
import { entriesOf } from '../../../console/src/conversation/conversation-entries';
import { addressOf, placeAfter, queryOf, readView } from '../../../console/src/screens/inbox/inbox-view';

describe('the shown part of the inbox', () => {
  it.each([
    ['', { show: 'open', isUnread: false }, 'inbox'],
    ['show=mine', { show: 'mine', isUnread: false }, 'inbox?show=mine'],
    ['show=closed&unread=true', { show: 'closed', isUnread: true }, 'inbox?show=closed&unread=true'],
    ['show=theirs&unread=yes', { show: 'open', isUnread: false }, 'inbox'],
  ] as const)('of the address %j is %j', (address, view, written) => {
    expect(readView(new URLSearchParams(address))).toEqual(view);
    expect(addressOf(view)).toBe(written);
  });

  it('goes along to a conversation', () => {
    expect(addressOf({ show: 'mine', isUnread: false }, '+12065550123')).toBe(
      'inbox/%2B12065550123?show=mine',
    );
    expect(queryOf({ show: 'open', isUnread: true })).toEqual({ unread: 'true' });
  });
});

describe('a step in the inbox', () => {
  it('leads to the neighbour, and from a conversation that has left the list to the one in its place', () => {
    expect(placeAfter(1, { at: 2, lastAt: 0 })).toBe(3);
    expect(placeAfter(-1, { at: 2, lastAt: 0 })).toBe(1);
    expect(placeAfter(1, { at: -1, lastAt: 2 })).toBe(2);
    expect(placeAfter(-1, { at: -1, lastAt: 2 })).toBe(1);
  });
});

describe('the assignee of a conversation', () => {
  const users = [
    { id: 'usr_2', email: 'zoe@example.com' },
    { id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
    { id: 'usr_3', email: 'bob@example.com', name: 'Bob' },
  ];

  it('is no user, the one who chooses, or another by name', () => {
    expect(assigneeOptions(users, 'usr_2')).toEqual([
      { value: '', label: 'No user' },
      { value: 'usr_2', label: 'You' },
      { value: 'usr_1', label: 'Ada', description: 'ada@example.com' },
      { value: 'usr_3', label: 'Bob', description: 'bob@example.com' },
    ]);
  });

  it('has a name, else an address', () => {
    expect(users.map((user) => nameOfAssignee(user, 'usr_3'))).toEqual(['zoe@example.com', 'Ada', 'You']);
  });

  it('has the same name as the author of a note, and one who was removed the address', () => {
    const authorOf = (id: string) =>
      nameOfAuthor({ by: { id, email: `${id}@before.example` } }, { users, ownId: 'usr_3' });
    expect(authorOf('usr_1')).toBe('Ada');
    expect(authorOf('usr_2')).toBe('zoe@example.com');
    expect(authorOf('usr_3')).toBe('You');
    expect(authorOf('usr_9')).toBe('usr_9@before.example');
  });
});

describe('texts and notes of a conversation', () => {
  it('stand together, oldest first; what is of the same time keeps its order', () => {
    const text = (id: string, createdAt: string) => ({ message: { id, createdAt } }) as never;
    const note = (id: string, at: string) => ({ id, at, text: id, by: { id: 'usr_1', email: '' } });
    const entries = entriesOf(
      [
        text('c', '2026-03-01T12:02:00.000Z'),
        text('b', '2026-03-01T12:01:00.000Z'),
        text('a', '2026-03-01T12:01:00.000Z'),
      ],
      [note('z', '2026-03-01T12:03:00.000Z'), note('y', '2026-03-01T12:01:30.000Z')],
    );
    expect(entries.map((entry) => (entry.kind === 'note' ? entry.note.id : entry.text.message.id))).toEqual([
      ...['a', 'b', 'y', 'c', 'z'],
    ]);
  });
});
