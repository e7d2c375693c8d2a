import {
  importOf,
  readTimelinePart,
  timelineOf,
} from '../../../console/src/screens/contacts/timeline-entries';
import type { ConsentEntry, PhoneText } from '../../../console/src/api/schemas';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const text = (id: string, hour: number, clicks?: { count: number; firstAt: string; lastAt: string }) =>
  ({
    message: { id, direction: 'outbound', createdAt: at(hour), ...(clicks && { clicks }) },
    purpose: 'send',
  }) as unknown as PhoneText;
const consentAt = (id: string, hour: number) =>
  ({ id, at: at(hour), action: 'OPT_IN', reason: 'USER_ADDED', actor: 'import' }) as ConsentEntry;
const joined = consentAt('log_1', 2);
const contact = { createdAt: at(1) };
type Known = Parameters<typeof timelineOf>[1];
const NONE: Known = { texts: [], consent: [], hasOlderTexts: false, part: 'everything' };
const keysOf = (of: Parameters<typeof timelineOf>[0], known: Partial<Known>) =>
  timelineOf(of, { ...NONE, ...known }).map(({ key }) => key);
const clicked = text('msg_1', 3, { count: 2, firstAt: at(5), lastAt: at(6) });

describe('the timeline of a contact', () => {
  it('has texts, clicks, consent and the creation, newest first', () => {
    expect(keysOf(contact, { texts: [text('msg_2', 4), clicked], consent: [joined] })).toEqual([
      'clicks of msg_1',
      'msg_2',
      'msg_1',
      'log_1',
      'created',
    ]);
  });

  it('leaves out what is older than the oldest loaded text while there are older ones', () => {
    const known = { texts: [text('msg_2', 4)], consent: [consentAt('log_4', 4), joined] };
    expect(keysOf(contact, { ...known, hasOlderTexts: true })).toEqual(['msg_2', 'log_4']);
    expect(keysOf(contact, { ...known, hasOlderTexts: false })).toEqual([
      'msg_2',
      'log_4',
      'log_1',
      'created',
    ]);
  });

  it('has the later of two entries of one moment first', () => {
    const consent = [consentAt('log_1', 2), consentAt('log_2', 2)];
    expect(keysOf(contact, { consent })).toEqual(['log_2', 'log_1', 'created']);
  });

  it('says since when the number is set aside', () => {
    expect(keysOf({ ...contact, setAsideAt: at(7), setAsideReason: 'failures' }, {})).toEqual([
      'setAside',
      'created',
    ]);
  });

  it('shows texts with their clicks alone', () => {
    expect(keysOf(contact, { texts: [clicked], consent: [joined], part: 'texts' })).toEqual([
      'clicks of msg_1',
      'msg_1',
    ]);
  });

  it('shows all of the consent alone, whatever texts are loaded', () => {
    expect(
      keysOf(contact, { texts: [clicked], consent: [joined], hasOlderTexts: true, part: 'consent' }),
    ).toEqual(['log_1']);
  });
});

it('shows everything for an unknown part', () => {
  expect([null, 'consent', 'texts', 'other'].map(readTimelinePart)).toEqual([
    'everything',
    'consent',
    'texts',
    'everything',
  ]);
});

it('finds the import that an entry names', () => {
  expect(importOf({ evidence: 'import imp_01KJMNEX00T8QGJ3Y6Z0RSC4VN' })).toBe(
    'imp_01KJMNEX00T8QGJ3Y6Z0RSC4VN',
  );
  expect(importOf({ evidence: 'import of the list of March' })).toBeUndefined();
  expect(importOf({})).toBeUndefined();
});
