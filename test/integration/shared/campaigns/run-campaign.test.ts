import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { marketingCapKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';
import {
  type CampaignFixture,
  createCampaignFixture,
  START,
} from '../../../support/sending/campaign-fixture';
import { phoneAt } from '../../../support/sending/jobs-fixture';
import { REFUSED } from '../../../support/sending/scripted-provider';

const engine = useEngine();

const fixtureOf = (settings: Parameters<typeof createCampaignFixture>[1] = {}) =>
  createCampaignFixture(engine.table, { contacts: 30, smsCredits: 1_000, mmsCredits: 0, ...settings });

const takenPhones = ({ taken }: CampaignFixture) => taken.map(({ to }) => to).sort();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OPTED_OUT = { memberships: {}, hardOptOut: { at: '2026-01-01T00:00:00.000Z', source: 'stop' } };

describe('a campaign that is due at once', () => {
  it('reaches everybody who may be sent to once, and takes the price of a broadcast', async () => {
    const fixture = await fixtureOf({ contact: (index) => (index < 3 ? { memberships: {} } : {}) });
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign).toMatchObject({
      status: 'completed',
      selected: 27,
      jobCount: 1,
      jobsDone: 1,
      counts: { sent: 27, failed: 0, skipped: 0, unknown: 0 },
      skippedBy: {},
    });
    expect(takenPhones(fixture)).toEqual(fixture.phones.slice(3));
    expect(await fixture.credits()).toEqual({ sms: 1_000 - 2 * 27, mms: 0 });
    const [event] = [...fixture.events.values()];
    expect([...fixture.events.values()]).toHaveLength(1);
    expect(event).toMatchObject({
      type: 'messaging.campaign.completed',
      campaign: { id: campaign.id, status: 'completed', selected: 27, counts: { sent: 27 } },
    });
  });

  it('gives back what was not handed over, with the reasons', async () => {
    const fixture = await fixtureOf();
    const accept = fixture.answer.current;
    fixture.answer.current = (message) => (message.to === fixture.phones[1] ? REFUSED : accept(message));
    const id = await fixture.launch();
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    await fixture.changeContact(phoneAt(0), OPTED_OUT);
    const campaign = await fixture.runToEnd(id);
    expect(campaign.counts).toEqual({ sent: 28, failed: 1, skipped: 1, unknown: 0 });
    expect(campaign.skippedBy).toEqual({ opted_out: 1 });
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 2 * 28 });
  });

  it('gives back the base charge of an MMS only when no recipient was handed it', async () => {
    const fixture = await fixtureOf({ contacts: 4 });
    fixture.answer.current = () => REFUSED;
    const campaign = await fixture.runToEnd(await fixture.launch({ mediaUrl: 'https://example.com/a.png' }));
    expect(campaign.counts).toMatchObject({ sent: 0, failed: 4 });
    expect(await fixture.credits()).toEqual({ sms: 1_000, mms: 0 });
  });

  it('does not reach those who join while it takes its audience', async () => {
    const later = '2026-03-01T12:00:00.001Z';
    const fixture = await fixtureOf({
      contact: (index) =>
        index === 0
          ? { createdAt: later }
          : index === 1
            ? { memberships: { grp_1: { optInAt: later, tagIds: [] } } }
            : {},
    });
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign.selected).toBe(28);
    expect(takenPhones(fixture)).toEqual(fixture.phones.slice(2));
  });
});

describe('a campaign that cannot begin', () => {
  it.each([
    ['credits', 33023, { smsCredits: 59 }],
    ['quota', 33012, { dailyQuota: 29 }],
    ['recipients', 33028, { contact: () => ({ memberships: {} }) }],
  ])('fails for want of %s, and nothing was sent or taken', async (_, errorCode, settings) => {
    const fixture = await fixtureOf(settings);
    const before = await fixture.credits();
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign).toMatchObject({ status: 'failed', errorCode, selected: 0 });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toEqual(before);
    expect([...fixture.events.values()]).toMatchObject([{ campaign: { status: 'failed', errorCode } }]);
  });

  it('begins with just enough', async () => {
    const fixture = await fixtureOf({ smsCredits: 60, dailyQuota: 30 });
    expect(await fixture.runToEnd(await fixture.launch())).toMatchObject({ status: 'completed' });
    expect(await fixture.credits()).toMatchObject({ sms: 0 });
  });

  it('fails when its sender is not active any more', async () => {
    const fixture = await fixtureOf();
    await fixture.setNumber({ status: 'Inactive' });
    expect(await fixture.runToEnd(await fixture.launch())).toMatchObject({
      status: 'failed',
      errorCode: 33009,
    });
  });
});

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

describe('the time of each recipient', () => {
  it('is decided again at the turn: who has moved waits, and goes with the others’ next opening', async () => {
    const fixture = await fixtureOf({ contact: () => ({ tz: 'America/New_York' }) });
    const id = await fixture.launch({
      schedule: { localTime: '2026-03-01T13:00', timeZone: 'recipient' },
    });
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    await fixture.changeContact(phoneAt(7), { tz: 'America/Denver', importedTimeZone: 'America/Denver' });
    await fixture.runUntil(() => fixture.taken.length === 29);
    expect(fixture.clock.now().toISOString()).toMatch(/^2026-03-01T18:00/);
    expect(takenPhones(fixture)).not.toContain(phoneAt(7));
    await fixture.runToEnd(id);
    expect(fixture.taken.at(-1)?.to).toBe(phoneAt(7));
    expect(fixture.clock.now().toISOString()).toMatch(/^2026-03-01T20:0/);
  });

  it('has passed at the expiry: no recipient is handed the message, and the credits go back', async () => {
    const fixture = await fixtureOf({ contact: () => ({ tz: 'America/New_York' }) });
    const id = await fixture.launch({
      sendingHours: { from: '09:00', to: '10:00' },
      expiresAt: '2026-03-01T13:00:00.000Z',
    });
    const campaign = await fixture.runToEnd(id);
    expect(campaign).toMatchObject({
      status: 'completed',
      counts: { skipped: 30 },
      skippedBy: { expired: 30 },
    });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 });
  });

  it('waits for the hours of each, and does not hold up those whose hours are open', async () => {
    const fixture = await fixtureOf({
      contact: (index) => ({
        tz: index < 28 ? 'America/New_York' : 'Europe/Berlin',
        importedTimeZone: index < 28 ? undefined : 'Europe/Berlin',
      }),
    });
    // 12:00 UTC is 7:00 in New York and 13:00 in Berlin.
    const id = await fixture.launch({ sendingHours: { from: '09:00', to: '20:00' } });
    await fixture.runUntil(() => fixture.taken.length === 2);
    expect(fixture.clock.now().getTime() - Date.parse(START)).toBeLessThan(2 * MINUTE_MS);
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: 30 } });
    expect(fixture.clock.now().getTime() - Date.parse(START)).toBeGreaterThanOrEqual(2 * HOUR_MS);
  });
});

describe('a campaign that is stopped', () => {
  it('hands no message over while it is paused, and each message once after it is resumed', async () => {
    const fixture = await fixtureOf({ contacts: 120 });
    const id = await fixture.launch();
    const accept = fixture.answer.current;
    let pausedAfter: number | undefined;
    fixture.answer.current = async (message) => {
      if (fixture.taken.length === 30 && pausedAfter === undefined) {
        pausedAfter = 0;
        await fixture.change(id, { status: 'paused', pausedFrom: 'sending' });
        pausedAfter = fixture.taken.length;
      }
      return accept(message);
    };
    await fixture.runUntil(() => pausedAfter !== undefined && pausedAfter > 0);
    const taken = fixture.taken.length;
    expect(taken).toBeLessThan(120);
    const until = fixture.clock.now().getTime() + HOUR_MS;
    await fixture.runUntil(() => fixture.clock.now().getTime() > until);
    expect(fixture.taken).toHaveLength(taken);
    await fixture.change(id, { status: 'sending' });
    const resumedAt = fixture.clock.now().getTime();
    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'completed', counts: { sent: 120 } });
    expect(fixture.clock.now().getTime() - resumedAt).toBeLessThan(2 * MINUTE_MS);
    expect(new Set(takenPhones(fixture)).size).toBe(120);
    expect(fixture.taken).toHaveLength(120);
  });

  it('skips the rest when it is cancelled, also those whose time has not come, and gives their credits back', async () => {
    const fixture = await fixtureOf({ contact: (index) => ({ tz: ZONES[index % 6] }) });
    const id = await fixture.launch({
      schedule: { localTime: '2026-03-01T13:00', timeZone: 'recipient' },
    });
    await fixture.runUntil(() => fixture.taken.length === 10);
    await fixture.change(id, { status: 'cancelled' });
    const campaign = await fixture.runToEnd(id);
    expect(campaign).toMatchObject({
      status: 'cancelled',
      counts: { sent: 10, skipped: 20 },
      skippedBy: { cancelled: 20 },
    });
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 20 });
    expect([...fixture.events.values()]).toMatchObject([{ campaign: { status: 'cancelled' } }]);
  });
});

describe('rules E4.2: a contact whose text is under review', () => {
  it('is skipped when the review begins while a marketing campaign runs', async () => {
    const fixture = await fixtureOf({ contacts: 3 });
    await fixture.setAccount({ legalHours: false });
    const id = await fixture.launch({ purpose: 'marketing' });
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    const likelyOptOut = { at: '2026-03-01T12:00:00.000Z', messageId: 'in_1' };
    await fixture.changeContact(phoneAt(0), { likelyOptOut });
    expect(await fixture.runToEnd(id)).toMatchObject({ skippedBy: { review: 1 } });
  });
});

describe('the marketing cap', () => {
  it('gives a place back that was not used, and forgets what is longer ago', async () => {
    const fixture = await fixtureOf({ contacts: 3 });
    await fixture.setAccount({ marketingCap: { messages: 1, hours: 24 }, legalHours: false });
    const accept = fixture.answer.current;
    fixture.answer.current = () => REFUSED;
    await fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }));
    fixture.answer.current = accept;
    expect((await fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }))).counts.sent).toBe(3);
    fixture.advance(24 * HOUR_MS + 1);
    expect((await fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }))).counts.sent).toBe(3);
  });
});

describe('E4.6: what marketing sent before there was a cap', () => {
  const marketing = async (fixture: CampaignFixture) =>
    fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }));
  const ALL = { counts: { sent: 3 }, skippedBy: {} };
  const NONE = { counts: { sent: 0 }, skippedBy: { frequency_cap: 3 } };

  it('counts for a longer cap at once', async () => {
    const fixture = await fixtureOf({ contacts: 3 });
    await fixture.setAccount({ marketingCap: { messages: 1, hours: 1 }, legalHours: false });
    expect(await marketing(fixture)).toMatchObject(ALL);
    fixture.advance(10 * 24 * HOUR_MS);
    expect(await marketing(fixture)).toMatchObject(ALL);
    fixture.advance(10 * 24 * HOUR_MS);
    await fixture.setAccount({ marketingCap: { messages: 3, hours: 720 } });
    expect(await marketing(fixture)).toMatchObject(ALL);
    expect(await marketing(fixture)).toMatchObject(NONE);
  });

  it.each([
    ['a millisecond before 30 days', -1, NONE],
    ['30 days', 0, ALL],
  ])('counts until %s', async (_title, lessMs, expected) => {
    const fixture = await fixtureOf({ contacts: 3 });
    await fixture.setAccount({ legalHours: false });
    // Time does not pass by itself while a campaign runs.
    await marketing(fixture);
    const sentMs = fixture.clock.now().getTime();
    await fixture.setAccount({ marketingCap: { messages: 1, hours: 720 } });
    fixture.advance(720 * HOUR_MS + lessMs);
    expect(fixture.clock.now().getTime()).toBe(sentMs + 720 * HOUR_MS + lessMs);
    expect(await marketing(fixture)).toMatchObject(expected);
  });

  it('is kept for 30 days after the last message, in one item of a contact, and of messages that went out', async () => {
    const fixture = await fixtureOf({ contacts: 3 });
    await fixture.setAccount({ legalHours: false });
    const accept = fixture.answer.current;
    fixture.answer.current = () => REFUSED;
    await marketing(fixture);
    fixture.answer.current = accept;
    await fixture.runToEnd(await fixture.launch());
    const campaign = await marketing(fixture);
    const key = marketingCapKey(fixture.accountId, `con_${'0'.repeat(26)}`);
    const item = await engine.table.get(key);
    expect(item).toMatchObject({
      messages: [{ id: expect.stringMatching(/^msg_/) as string, atMs: expect.any(Number) as number }],
    });
    const [{ atMs }] = item?.messages as [{ atMs: number }];
    expect(atMs).toBeGreaterThanOrEqual(Date.parse(campaign.startedAt ?? ''));
    expect(item?.expiresAtEpochSeconds).toBe(Math.ceil(atMs / 1000) + 30 * 24 * 3600);
  });

  it('is counted of two campaigns at once, when neither has a cap', async () => {
    const fixture = await fixtureOf();
    await fixture.setAccount({ legalHours: false });
    const ids = [
      await fixture.launch({ purpose: 'marketing' }),
      await fixture.launch({ purpose: 'marketing' }),
    ];
    for (const id of ids) expect((await fixture.runToEnd(id)).counts.sent).toBe(30);
    await fixture.setAccount({ marketingCap: { messages: 3, hours: 24 } });
    expect(await marketing(fixture)).toMatchObject({ counts: { sent: 30 } });
    expect(await marketing(fixture)).toMatchObject({ skippedBy: { frequency_cap: 30 } });
  });

  it('is no more than a thousand messages of a contact', async () => {
    const fixture = await fixtureOf({ contacts: 1 });
    await fixture.setAccount({ legalHours: false });
    const key = marketingCapKey(fixture.accountId, `con_${'0'.repeat(26)}`);
    const atMs = fixture.clock.now().getTime();
    const messages = Array.from({ length: 1_000 }, (_, index) => ({ id: `msg_${index}`, atMs }));
    await engine.table.put({ Item: { ...key, entity: 'marketingCap', messages, revision: 1 } });
    await fixture.setAccount({ marketingCap: { messages: 1_000, hours: 24 } });
    expect((await marketing(fixture)).skippedBy).toEqual({ frequency_cap: 1 });
    await fixture.setAccount({ marketingCap: null });
    expect((await marketing(fixture)).counts.sent).toBe(1);
    const ids = ((await engine.table.get(key))?.messages as Array<{ id: string }>).map(({ id }) => id);
    expect([ids.length, ids[0]]).toEqual([1_000, 'msg_1']);
  });
});

describe('taking the audience', () => {
  it('goes on where a worker ended whose time was over', async () => {
    const fixture = await fixtureOf({ contacts: 200 });
    let calls = 0;
    fixture.work.current = (task) => {
      calls += 1;
      return workCampaign(fixture.deps, { ...task, remainingMs: () => (calls < 8 ? 0 : 300_000) });
    };
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign).toMatchObject({ selected: 200, counts: { sent: 200 } });
    expect(calls).toBeGreaterThan(5);
    expect((await findRun(engine.table, campaign.id))?.jobs.length).toBeGreaterThan(1);
    expect(new Set(takenPhones(fixture)).size).toBe(200);
    expect(fixture.taken).toHaveLength(200);
  });

  it('takes everybody once although workers die at any write', async () => {
    const fixture = await fixtureOf({ contacts: 200 });
    let writes = 0;
    const dying = new Proxy(engine.table, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return async (...parameters: unknown[]) => {
          if (name === 'batchPut' || name === 'update' || name === 'transact' || name === 'put') {
            writes += 1;
            // It dies before or after the write.
            if (writes % 5 === 0) throw new Error('Died before');
            const result: unknown = await (value as (...all: unknown[]) => unknown).apply(target, parameters);
            if (writes % 7 === 0) throw new Error('Died after');
            return result;
          }
          return (value as (...all: unknown[]) => unknown).apply(target, parameters);
        };
      },
    });
    let calls = 0;
    fixture.work.current = async (task) => {
      calls += 1;
      const deps = { ...fixture.deps, table: calls < 40 ? dying : engine.table };
      const remainingMs = () => (calls < 20 ? 0 : 300_000);
      await workCampaign(deps, { ...task, remainingMs }).catch(() => undefined);
    };
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign).toMatchObject({ status: 'completed', selected: 200, counts: { sent: 200 } });
    expect(takenPhones(fixture)).toEqual(fixture.phones);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 400 });
  });
});
