import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/campaigns/describe-schedule'));
/** Replaces the narrow space that newer versions of the locale data have before AM and PM. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');
type Described = Parameters<Awaited<ReturnType<typeof load>>['describeHours']>[0];

describe('the hours of a campaign', () => {
  const hours = { from: '09:00', to: '17:30' };
  const legal = ', and only within the legal hours of each state';

  it.each<[Described, string]>([
    [{ purpose: 'marketing' }, 'The legal hours of each state'],
    [{ purpose: 'informational' }, 'At any hour'],
    [{ purpose: 'emergency' }, 'At any hour'],
    [{ purpose: 'informational', sendingHours: hours }, `09:00 to 17:30, the recipient's time`],
    [{ purpose: 'marketing', sendingHours: hours }, `09:00 to 17:30, the recipient's time${legal}`],
    [
      { purpose: 'informational', sendingHours: { ...hours, days: ['MON', 'FRI'] } },
      `09:00 to 17:30 on MON, FRI, the recipient's time`,
    ],
  ])('of %j are described', async (campaign, text) => {
    const { describeHours } = await load();
    expect(describeHours(campaign)).toBe(text);
  });
});

describe('the time of a campaign', () => {
  it.each([
    [undefined, 'As soon as it is launched'],
    [{ at: '2026-12-01T17:00:00.000Z' }, 'Dec 1, 2026, 10:00 AM'],
    [
      { localTime: '2026-12-01T10:00', timeZone: 'recipient' },
      'Dec 1, 2026, 10:00 AM, by each recipient’s clock',
    ],
    [{ localTime: '2026-12-01T10:00', timeZone: 'Asia/Kathmandu' }, 'Dec 1, 2026, 10:00 AM, Asia/Kathmandu'],
  ])('planned as %j is described', async (schedule, text) => {
    const { describeSchedule } = await load();
    expect(plain(describeSchedule(schedule === undefined ? {} : { schedule }))).toBe(text);
  });

  it.each([
    [undefined, '48 hours after its time'],
    ['2026-12-02T03:00:00.000Z', 'Dec 1, 2026, 8:00 PM'],
  ])('ends at %s', async (expiresAt, text) => {
    const { describeEnd } = await load();
    expect(plain(describeEnd(expiresAt === undefined ? {} : { expiresAt }))).toBe(text);
  });
});
