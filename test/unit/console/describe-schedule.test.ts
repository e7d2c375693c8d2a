import { describeSchedule } from '../../../console/src/screens/campaigns/describe-schedule';

describe('when a campaign goes out', () => {
  const localTime = '2026-11-24T10:00';
  const written = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(2026, 10, 24, 10),
  );

  it('is the time on each recipient’s clock, written as all other times are', () => {
    expect(describeSchedule({ schedule: { localTime, timeZone: 'recipient' } })).toBe(
      `${written}, by each recipient’s clock`,
    );
  });

  it('names the zone that was chosen', () => {
    expect(describeSchedule({ schedule: { localTime, timeZone: 'America/Denver' } })).toBe(
      `${written}, America/Denver`,
    );
  });
});
