import { createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();

const HOUR_MS = 60 * 60_000;
/** Zones of the contacts. The last three come from an import, as no other contact is outside the six zones. */
const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'Atlantic/Azores',
  'Europe/Berlin',
  'Asia/Tokyo',
];

/**
 * Returns the hours of texts of a campaign that was launched at 9:00 in New York for 10:00 of each recipient, on the
 * same day or on another one.
 */
async function sentHours(options: {
  purpose: 'marketing' | 'informational';
  day?: string;
  timeZone?: string;
  contactTimeZones?: string[];
  sendingHours?: { from: string; to: string };
}): Promise<Record<string, string>> {
  const { day = '2026-03-01', timeZone = 'America/New_York', contactTimeZones, ...campaign } = options;
  const fixture = await createCampaignFixture(engine.table, {
    contacts: ZONES.length,
    contact: (index) => ({ tz: ZONES[index], importedTimeZone: ZONES[index] }),
  });
  await fixture.setAccount({ timeZone, ...(contactTimeZones && { contactTimeZones }) });
  // From 12:00 to 14:00 UTC.
  fixture.advance(2 * HOUR_MS);
  const sent: Record<string, string> = {};
  const accept = fixture.answer.current;
  fixture.answer.current = (message) => {
    const zone = ZONES[fixture.phones.findIndex((phone) => phone === message.to)] ?? '';
    sent[zone] = fixture.clock.now().toISOString().slice(0, 16);
    return accept(message);
  };
  const schedule = { localTime: `${day}T10:00`, timeZone: 'recipient' };
  const ended = await fixture.runToEnd(await fixture.launch({ ...campaign, schedule }));
  expect(ended).toMatchObject({ selected: ZONES.length, counts: { sent: ZONES.length } });
  return sent;
}

describe('rules E4.3: recipients whose time has passed when the campaign begins', () => {
  it('are sent to at once within the legal hours, else at the next opening', async () => {
    expect(await sentHours({ purpose: 'marketing' })).toEqual({
      'America/New_York': '2026-03-01T15:00',
      'America/Los_Angeles': '2026-03-01T18:00',
      'Pacific/Honolulu': '2026-03-01T20:00',
      // 14:00 and 16:00 there.
      'Atlantic/Azores': '2026-03-01T15:00',
      'Europe/Berlin': '2026-03-01T15:00',
      // Midnight there: from 8:00 on.
      'Asia/Tokyo': '2026-03-01T23:00',
    });
  });

  it('are sent to at once at any hour by an informational campaign', async () => {
    expect(await sentHours({ purpose: 'informational' })).toMatchObject({
      'America/New_York': '2026-03-01T15:00',
      'Pacific/Honolulu': '2026-03-01T20:00',
      'Europe/Berlin': '2026-03-01T15:00',
      'Asia/Tokyo': '2026-03-01T15:00',
    });
  });

  it('wait for the sending hours of the campaign, at whose end nothing is sent any more', async () => {
    const sendingHours = { from: '09:00', to: '16:00' };
    expect(await sentHours({ purpose: 'informational', sendingHours })).toEqual({
      'America/New_York': '2026-03-01T15:00',
      'America/Los_Angeles': '2026-03-01T18:00',
      'Pacific/Honolulu': '2026-03-01T20:00',
      'Atlantic/Azores': '2026-03-01T15:00',
      // 16:00 there: the next morning at 9:00.
      'Europe/Berlin': '2026-03-02T08:00',
      'Asia/Tokyo': '2026-03-02T00:00',
    });
  });

  it('include all of an account’s own zone whose time has passed at the launch', async () => {
    expect(await sentHours({ purpose: 'marketing', timeZone: 'Europe/Berlin' })).toMatchObject({
      // The campaign begins at its launch, at 15:00 of the account.
      'Europe/Berlin': '2026-03-01T14:00',
      'Atlantic/Azores': '2026-03-01T14:00',
      'America/New_York': '2026-03-01T15:00',
      'Pacific/Honolulu': '2026-03-01T20:00',
    });
  });
});

describe('rules E4.1: a campaign for a later day', () => {
  it('begins with the first zone that imports gave to contacts', async () => {
    const contactTimeZones = ['Asia/Tokyo', 'Atlantic/Azores', 'Europe/Berlin'];
    expect(await sentHours({ purpose: 'marketing', day: '2026-03-03', contactTimeZones })).toEqual({
      'Asia/Tokyo': '2026-03-03T01:00',
      'Europe/Berlin': '2026-03-03T09:00',
      'Atlantic/Azores': '2026-03-03T11:00',
      'America/New_York': '2026-03-03T15:00',
      'America/Los_Angeles': '2026-03-03T18:00',
      'Pacific/Honolulu': '2026-03-03T20:00',
    });
  });
});
