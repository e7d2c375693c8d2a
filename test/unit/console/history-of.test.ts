import { historyOf } from '../../../console/src/screens/contacts/history-of';
import type { ConsentEntry, PhoneText } from '../../../console/src/api/schemas';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const text = (id: string, hour: number, clicks?: { count: number; firstAt: string; lastAt: string }) =>
  ({
    message: { id, direction: 'outbound', createdAt: at(hour), ...(clicks && { clicks }) },
    purpose: 'send',
  }) as unknown as PhoneText;
const joined = {
  id: 'log_1',
  at: at(2),
  action: 'OPT_IN',
  reason: 'USER_ADDED',
  actor: 'import',
} as ConsentEntry;
const contact = { createdAt: at(1) };
const keysOf = (...options: Parameters<typeof historyOf>) => historyOf(...options).map(({ key }) => key);

describe('the timeline of a contact', () => {
  it('has texts, clicks, consent and the creation, newest first', () => {
    const clicked = text('msg_1', 3, { count: 2, firstAt: at(5), lastAt: at(6) });
    const known = { texts: [text('msg_2', 4), clicked], consent: [joined], hasOlderTexts: false };
    expect(keysOf(contact, known)).toEqual(['clicks of msg_1', 'msg_2', 'msg_1', 'log_1', 'created']);
  });

  it('leaves out what is older than the oldest loaded text while there are older ones', () => {
    const known = { texts: [text('msg_2', 4)], consent: [joined], hasOlderTexts: true };
    expect(keysOf(contact, known)).toEqual(['msg_2']);
    expect(keysOf(contact, { ...known, hasOlderTexts: false })).toEqual(['msg_2', 'log_1', 'created']);
  });

  it('says since when the number is set aside', () => {
    const known = { texts: [], consent: [], hasOlderTexts: false };
    expect(keysOf({ ...contact, setAsideAt: at(7), setAsideReason: 'failures' }, known)).toEqual([
      'setAside',
      'created',
    ]);
  });
});
