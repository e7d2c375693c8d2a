import { setTimeout as sleep } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import { CONTACT_INDEX, chunkKey } from '../../../../shared/platform/store/keys';
import { createCampaignFixture, type CampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { campaignsOfAccounts } from '../../../../shared/campaigns/plan/campaigns-of-accounts';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { REFUSED } from '../../../support/sending/scripted-provider';

describe('an audience that is throttled', () => {
  const engine = useEngine();

  const CONTACTS = 60;
  const LONG_MS = 15 * 60_000;
  const READS_A_WORKER = 5;

  it('an audience that the table lets each worker read only a part of is taken whole, and once', async () => {
    let readsLeft = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      const answer = await send(command, ...rest);
      const isOfBook = command instanceof QueryCommand && command.input.IndexName === CONTACT_INDEX;
      if (isOfBook && readsLeft-- <= 0) {
        // As after the client's own attempts.
        await sleep(100);
        throw new Error('The table is throttled');
      }
      return answer;
    });
    const fixture = await createCampaignFixture(table, { contacts: CONTACTS, smsCredits: 1_000 });
    let failures = 0;
    fixture.work.current = async (task) => {
      readsLeft = READS_A_WORKER;
      await workCampaign(fixture.deps, { ...task, remainingMs: () => LONG_MS }).catch(() => (failures += 1));
    };

    const ended = await fixture.runToEnd(await fixture.launch());

    expect(failures).toBeGreaterThan(1);
    expect(ended).toMatchObject({ status: 'completed', selected: CONTACTS, counts: { sent: CONTACTS } });
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones);
  });
});

describe('an audience in zones whose time has passed', () => {
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
});

describe('an audience without those of another campaign', () => {
  const engine = useEngine();

  const DAY_MS = 24 * 60 * 60_000;

  async function fixtureOf(settings: Parameters<typeof createCampaignFixture>[1] = {}) {
    const fixture = await createCampaignFixture(engine.table, {
      contacts: 3,
      smsCredits: 1_000,
      ...settings,
    });
    fixture.deps.campaigns = campaignsOfAccounts(engine.table);
    return fixture;
  }

  const excluding = (...excludeCampaigns: string[]) => ({
    audience: { kind: 'people' as const, excludeCampaigns, fieldReferences: {} },
  });

  /** Deletes the recipients, as DynamoDB does some time after their retention. */
  async function deleteRecipients(campaignId: string): Promise<void> {
    const run = await findRun(engine.table, campaignId);
    for (const { jobId, chunkCount } of run?.jobs ?? []) {
      const keys = Array.from({ length: chunkCount }, (_, index) => chunkKey(jobId, index + 1));
      await engine.table.batchDelete(keys);
    }
  }

  const forgotten = (index: number, id: string) =>
    `The request is invalid: /audience/excludeCampaigns/${index} names ${id}, whose recipients are past retention: whom it reached is not known any more.`;

  describe('rules E3: a campaign that is excluded', () => {
    it('leaves out whom it reached until the last moment of its retention', async () => {
      const fixture = await fixtureOf({ retentionDays: 30 });
      const first = await fixture.launch();
      const { startedAt = '' } = await fixture.runToEnd(first);
      fixture.advance(Date.parse(startedAt) + 30 * DAY_MS - fixture.clock.now().getTime() - 1);
      expect(await fixture.runToEnd(await fixture.launch(excluding(first)))).toMatchObject({
        ...{ status: 'failed', errorCode: 33028 },
      });
      expect(fixture.taken).toHaveLength(3);
    });

    it.each([
      ['of the account', { retentionDays: 30 }, { retentionDays: 30 }, 30],
      ['of the account, when it was made shorter since', { retentionDays: 90 }, { retentionDays: 30 }, 30],
      [
        'of the time at which it began, when it was made longer since',
        { retentionDays: 30 },
        { retentionDays: 90 },
        30,
      ],
      ['of seven days at least', { retentionDays: 1 }, { retentionDays: 1 }, 7],
      [
        'of the account, however short, when it was made shorter since',
        { retentionDays: 90 },
        { retentionDays: 1 },
        1,
      ],
      [
        'that the account had for a while',
        { retentionDays: 90 },
        { retentionDays: 90, retainedSince: '9999-01-01T00:00:00.000Z' },
        2,
      ],
    ] as const)(
      'ends the campaign that excludes it after the retention %s',
      async (_title, before, since, days) => {
        const fixture = await fixtureOf(before);
        const reachedNoOne = await fixture.launch(excluding());
        await fixture.change(reachedNoOne, { status: 'cancelled' });
        await fixture.runToEnd(reachedNoOne);
        const first = await fixture.launch();
        const { startedAt = '' } = await fixture.runToEnd(first);
        await fixture.setAccount(since);
        fixture.advance(Date.parse(startedAt) + days * DAY_MS - fixture.clock.now().getTime());
        await deleteRecipients(first);
        const campaign = await fixture.runToEnd(await fixture.launch(excluding(reachedNoOne, first)));
        expect(campaign).toMatchObject({
          status: 'failed',
          errorCode: 33100,
          errorMessage: forgotten(1, first),
        });
        expect(fixture.taken).toHaveLength(3);
        expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 6 });
      },
    );

    it('is no obstacle, however old, when it reached no one', async () => {
      const fixture = await fixtureOf({ retentionDays: 30 });
      const accept = fixture.answer.current;
      fixture.answer.current = () => REFUSED;
      const first = await fixture.launch();
      await fixture.runToEnd(first);
      fixture.answer.current = accept;
      fixture.advance(31 * DAY_MS);
      expect(await fixture.runToEnd(await fixture.launch(excluding(first)))).toMatchObject({
        ...{ status: 'completed', counts: { sent: 3 } },
      });
    });

    it('is no obstacle of an account that keeps everything', async () => {
      const fixture: CampaignFixture = await fixtureOf({ retentionDays: 'none' });
      const first = await fixture.launch();
      await fixture.runToEnd(first);
      fixture.advance(1_000 * DAY_MS);
      const second = await fixture.runToEnd(await fixture.launch(excluding(first)));
      expect(second).toMatchObject({ status: 'failed', errorCode: 33028 });
    });
  });
});
