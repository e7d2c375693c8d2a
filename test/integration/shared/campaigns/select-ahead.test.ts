import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { setImmediate } from 'node:timers/promises';
import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { countAhead } from '../../../../shared/campaigns/run/audience-source';
import { withCampaigns } from '../../../../shared/campaigns/plan/campaigns-of-accounts';
import { readCampaignCounts } from '../../../../shared/campaigns/run/read-campaign-counts';
import { readAccount } from '../../../../shared/accounts/account';
import { accountKey, CONTACT_SHARDS, jobKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';
import {
  type CampaignFixture,
  type CampaignSettings,
  createCampaignFixture,
  START,
} from '../../../support/sending/campaign-fixture';
import { phoneAt } from '../../../support/sending/jobs-fixture';
import { REFUSED } from '../../../support/sending/scripted-provider';

const engine = useEngine();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CONTACTS = 30;
const CREDITS = 1_000;
const OPTED_OUT = { memberships: {}, hardOptOut: { at: START, source: 'stop' } };

const later = (ms: number) => new Date(Date.parse(START) + ms).toISOString();
/** Time of the campaigns, of which each is selected an hour before. */
const AT = later(3 * HOUR_MS);
const AHEAD: CampaignSettings = { schedule: { at: AT }, selectsAt: later(2 * HOUR_MS) };

const fixtureOf = (settings: Parameters<typeof createCampaignFixture>[1] = {}) =>
  createCampaignFixture(engine.table, {
    ...{ contacts: CONTACTS, smsCredits: CREDITS, mmsCredits: 0 },
    ...settings,
  });

/** Runs until the audience of a campaign is selected. */
async function runUntilSelected(fixture: CampaignFixture, id: string): Promise<void> {
  await fixture.runUntil(async () => {
    const run = await findRun(engine.table, id);
    return run?.isWalked === true && run.leaseId === undefined;
  });
}

const runUntilTime = async (fixture: CampaignFixture, time: string) =>
  fixture.runUntil(() => fixture.clock.now().toISOString() >= time);

async function expectNothingSent(fixture: CampaignFixture): Promise<void> {
  expect(fixture.taken).toEqual([]);
  expect(await fixture.credits()).toEqual({ sms: CREDITS, mms: 0 });
}

/** Launches a campaign that is selected ahead, and runs until it is. */
async function selectAhead(
  settings: Parameters<typeof createCampaignFixture>[1] = {},
  campaign: CampaignSettings = {},
) {
  const fixture = await fixtureOf(settings);
  const id = await fixture.launch({ ...AHEAD, ...campaign });
  await runUntilSelected(fixture, id);
  return { fixture, id };
}

describe('E4.1: an audience that is selected ahead', () => {
  it('is selected from that time on, while the campaign is scheduled and shows no recipients', async () => {
    const { fixture, id } = await selectAhead();
    const campaign = await fixture.campaign(id);
    expect(campaign).toMatchObject({ status: 'scheduled', startedAt: later(2 * HOUR_MS), jobCount: 0 });
    expect(campaign.selected).toBeUndefined();
    expect((await readCampaignCounts(engine.table, campaign)).counts).toMatchObject({
      selected: 0,
      pending: 0,
    });
    expect((await findRun(engine.table, id))?.jobs).toMatchObject([{ recipients: CONTACTS }]);
    await expectNothingSent(fixture);
  });

  it('is charged and sent to when the time comes, each once', async () => {
    const { fixture, id } = await selectAhead();
    await runUntilTime(fixture, later(3 * HOUR_MS - 1_000));
    expect(await fixture.campaign(id)).toMatchObject({ status: 'scheduled' });
    await expectNothingSent(fixture);
    await fixture.runUntil(() => fixture.taken.length > 0);
    expect(fixture.clock.now().toISOString()).toBe(AT);
    expect(await fixture.runToEnd(id)).toMatchObject({
      ...{ status: 'completed', selected: CONTACTS, startedAt: later(2 * HOUR_MS) },
      counts: { sent: CONTACTS },
    });
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones);
    expect(await fixture.credits()).toEqual({ sms: CREDITS - 2 * CONTACTS, mms: 0 });
  });

  it('waits for the first zone’s hour, and for the hour of each other', async () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    const { fixture, id } = await selectAhead(
      { contact: (index) => ({ tz: zones[index % 2] }) },
      // 10:00 is 15:00 UTC in New York and 18:00 in Los Angeles; the first zone of an account is UTC.
      {
        schedule: { localTime: '2026-03-01T15:00', timeZone: 'recipient' },
        selectsAt: later(2 * HOUR_MS),
      },
    );
    await runUntilTime(fixture, AT);
    expect(fixture.taken).toEqual([]);
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    expect(fixture.clock.now().toISOString()).toBe(AT);
    const dueAt = (await findRun(engine.table, id))?.jobs.map((job) => new Date(job.dueAtMs).toISOString());
    expect(dueAt).toEqual(['2026-03-01T20:00:00.000Z', '2026-03-01T23:00:00.000Z']);
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS } });
  });

  it('goes on after the time when it takes longer', async () => {
    const fixture = await fixtureOf({ contacts: 200 });
    const id = await fixture.launch(AHEAD);
    let calls = 0;
    const statuses = new Set<string>();
    fixture.work.current = async (task) => {
      const { startedAt } = await fixture.campaign(id);
      if (startedAt === undefined) return workCampaign(fixture.deps, { ...task, remainingMs: () => HOUR_MS });
      calls += 1;
      // Each worker selects a part; the time comes in between.
      if (calls === 4) fixture.advance(2 * HOUR_MS);
      await workCampaign(fixture.deps, { ...task, remainingMs: () => (calls < 8 ? 0 : HOUR_MS) });
      statuses.add((await fixture.campaign(id)).status);
    };
    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'completed', counts: { sent: 200 } });
    expect([...statuses]).toEqual(['scheduled', 'selecting', 'sending']);
    expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(200);
  });

  it('is sent by the worker that selects when the time comes', async () => {
    const fixture = await fixtureOf();
    const id = await fixture.launch(AHEAD);
    const slow = new Proxy(fixture.deps.table, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name !== 'batchPut') return value;
        return async (...parameters: unknown[]) => {
          await (value as (...all: unknown[]) => Promise<void>).apply(target, parameters);
          if (fixture.clock.now().toISOString() < AT) fixture.advance(HOUR_MS);
        };
      },
    });
    fixture.work.current = (task) =>
      workCampaign({ ...fixture.deps, table: slow }, { ...task, remainingMs: () => HOUR_MS });
    await fixture.runUntil(() => fixture.taken.length > 0);
    expect(Date.parse(fixture.clock.now().toISOString()) - Date.parse(AT)).toBeLessThan(MINUTE_MS);
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS } });
  });

  it('expires 48 hours after the schedule, not after the selection', async () => {
    const { fixture, id } = await selectAhead(
      { contact: () => ({ tz: 'America/New_York' }) },
      { sendingHours: { from: '00:00', to: '00:01', days: ['SAT'] } },
    );
    // 1 March 2026 is a Sunday.
    const campaign = await fixture.runToEnd(id);
    expect(campaign).toMatchObject({ skippedBy: { expired: CONTACTS } });
    expect(Date.parse(campaign.completedAt ?? '') - Date.parse(AT)).toBeGreaterThanOrEqual(48 * HOUR_MS);
  });

  it('has today’s birthdays on the day of the schedule', async () => {
    const at = later(13 * HOUR_MS);
    const { fixture, id } = await selectAhead(
      { contact: (index) => ({ birthDate: index === 0 ? '1990-03-01' : '1990-03-02' }) },
      {
        schedule: { at },
        audience: {
          kind: 'people',
          filter: { field: 'birthDate', op: 'anniversaryInDays', value: 0 },
          fieldReferences: {},
        },
      },
    );
    expect(later(2 * HOUR_MS) < '2026-03-02' && at > '2026-03-02').toBe(true);
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS - 1 } });
    expect(fixture.taken.map(({ to }) => to)).not.toContain(phoneAt(0));
  });
});

describe('E4.1: contacts that change between selection and time', () => {
  it('are asked again at their turn, and those who join are not in it', async () => {
    const { fixture, id } = await selectAhead({
      contact: (index) => (index === 2 ? { memberships: {} } : {}),
    });
    await fixture.changeContact(phoneAt(0), OPTED_OUT);
    await fixture.changeContact(phoneAt(1), { memberships: {} });
    await fixture.changeContact(phoneAt(2), {
      memberships: { grp_1: { optInAt: fixture.clock.now().toISOString(), tagIds: [] } },
    });
    expect(await fixture.runToEnd(id)).toMatchObject({
      ...{ selected: CONTACTS - 1, counts: { sent: CONTACTS - 3, skipped: 2 } },
      skippedBy: { opted_out: 1, not_opted_in: 1 },
    });
    expect(await fixture.credits()).toMatchObject({ sms: CREDITS - 2 * (CONTACTS - 3) });
  });
});

describe('E4: a step while a campaign waits for its time', () => {
  it.each([
    ['selected', true],
    ['half selected', false],
  ])('cancels one that is %s: its jobs are gone, and nothing was charged', async (_title, isWhole) => {
    const fixture = await fixtureOf({ contacts: 200 });
    const id = await fixture.launch(AHEAD);
    // Without time, each worker selects a part.
    const remainingMs = () => (isWhole ? HOUR_MS : 0);
    fixture.work.current = (task) => workCampaign(fixture.deps, { ...task, remainingMs });
    await fixture.runUntil(async () => ((await findRun(engine.table, id))?.jobs.length ?? 0) > 0);
    const { jobs = [], isWalked } = (await findRun(engine.table, id)) ?? {};
    expect(isWalked).toBe(isWhole);
    await fixture.change(id, { status: 'cancelled' });
    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'cancelled', selected: 0, jobCount: 0 });
    expect(await engine.table.batchGet(jobs.map(({ jobId }) => jobKey(jobId)))).toEqual(
      jobs.map(() => undefined),
    );
    await runUntilTime(fixture, later(4 * HOUR_MS));
    await expectNothingSent(fixture);
  });

  it('pauses and resumes one before its time, with the same audience', async () => {
    const { fixture, id } = await selectAhead();
    await fixture.change(id, { status: 'paused', pausedFrom: 'scheduled' });
    await runUntilTime(fixture, later(2.5 * HOUR_MS));
    await fixture.change(id, { status: 'scheduled' });
    await fixture.runUntil(() => fixture.taken.length > 0);
    expect(fixture.clock.now().toISOString()).toBe(AT);
    expect(await fixture.runToEnd(id)).toMatchObject({
      ...{ startedAt: later(2 * HOUR_MS), counts: { sent: CONTACTS } },
    });
  });

  it('sends nothing at its time while it is paused, and goes on when it is resumed', async () => {
    const { fixture, id } = await selectAhead();
    await fixture.change(id, { status: 'paused', pausedFrom: 'scheduled' });
    await runUntilTime(fixture, later(4 * HOUR_MS));
    await expectNothingSent(fixture);
    await fixture.change(id, { status: 'scheduled' });
    expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS } });
    expect(fixture.taken).toHaveLength(CONTACTS);
  });

  it('fails at its time for want of credits that were there when it was selected', async () => {
    const { fixture, id } = await selectAhead({ smsCredits: 2 * CONTACTS - 1 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'scheduled' });
    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'failed', errorCode: 33023 });
    expect(fixture.taken).toEqual([]);
  });
});

describe('E4.1: the count that decides when a campaign selects', () => {
  const accountOf = async ({ accountId }: CampaignFixture) => {
    const item = await engine.table.get(accountKey(accountId));
    if (!item) throw new Error('No account');
    return readAccount(item);
  };
  const isEnough = () => false;

  it('is made a day before the time at the earliest', async () => {
    const fixture = await fixtureOf();
    const id = await fixture.launch({ schedule: { at: later(48 * HOUR_MS) } });
    await runUntilTime(fixture, later(23 * HOUR_MS));
    expect((await fixture.campaign(id)).selectsAt).toBeUndefined();
    await runUntilTime(fixture, later(24 * HOUR_MS + MINUTE_MS));
    // So few are selected at the time.
    expect(await fixture.campaign(id)).toMatchObject({ status: 'scheduled', selectsAt: later(48 * HOUR_MS) });
    expect(await fixture.runToEnd(id)).toMatchObject({
      ...{ startedAt: later(48 * HOUR_MS), counts: { sent: CONTACTS } },
    });
  });

  it('of 50,000 recipients has the selection begin three minutes before the time', async () => {
    const fixture = await fixtureOf({ contacts: 100 });
    // Each contact stands for 500.
    const repeated = new Proxy(engine.table, {
      get(target, name, receiver) {
        if (name !== 'queryPage') return Reflect.get(target, name, receiver) as unknown;
        return async (...parameters: Parameters<typeof target.queryPage>) => {
          const { items, lastKey } = await target.queryPage(...parameters);
          return { items: items.flatMap((item) => Array.from({ length: 500 }, () => item)), lastKey };
        };
      },
    });
    fixture.work.current = (task) =>
      workCampaign({ ...fixture.deps, table: repeated }, { ...task, remainingMs: () => HOUR_MS });
    const id = await fixture.launch({ schedule: { at: AT } });
    await fixture.runUntil(async () => (await fixture.campaign(id)).selectsAt !== undefined);
    expect(await fixture.campaign(id)).toMatchObject({ selectsAt: later(3 * HOUR_MS - 180_000) });
  });

  it('is not made for a campaign without a schedule', async () => {
    const fixture = await fixtureOf();
    const campaign = await fixture.runToEnd(await fixture.launch());
    expect(campaign).toMatchObject({ startedAt: START, counts: { sent: CONTACTS } });
    expect(campaign.selectsAt).toBeUndefined();
  });

  it('is of those who may be sent to, and ends when it is enough', async () => {
    const fixture = await fixtureOf({ contact: (index) => (index < 3 ? OPTED_OUT : {}) });
    const campaign = await fixture.campaign(await fixture.launch(AHEAD));
    const account = await accountOf(fixture);
    expect(await countAhead(fixture.deps, { campaign, account, isEnough })).toBe(CONTACTS - 3);
    const some = await countAhead(fixture.deps, { campaign, account, isEnough: (count) => count > 0 });
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(CONTACTS - 3);
  });

  it('goes on where a read was throttled, and fails when it gets no further', async () => {
    const fixture = await fixtureOf();
    const campaign = await fixture.campaign(await fixture.launch(AHEAD));
    const account = await accountOf(fixture);
    const failing = (isFailing: (read: number) => boolean, error: Error) => {
      const reads: Array<Promise<unknown>> = [];
      const table = new Proxy(engine.table, {
        get(target, name, receiver) {
          if (name !== 'queryPage') return Reflect.get(target, name, receiver) as unknown;
          return async (...parameters: Parameters<typeof target.queryPage>) => {
            const page = target.queryPage(...parameters);
            const isFailed = isFailing(reads.push(page));
            if (!isFailed) return page;
            // Fails after those that were read with it, and their contacts are counted.
            await Promise.all(reads);
            await setImmediate();
            throw error;
          };
        },
      });
      return { ...fixture.deps, table };
    };
    const throttled = new ProvisionedThroughputExceededException({ message: 'Throttled', $metadata: {} });
    // The last one of those that are read at once, one of each shard.
    const isLast = (read: number) => read === CONTACT_SHARDS;
    expect(await countAhead(failing(isLast, throttled), { campaign, account, isEnough })).toBe(CONTACTS);
    const none = failing(() => true, throttled);
    await expect(countAhead(none, { campaign, account, isEnough })).rejects.toThrow('Throttled');
    const broken = failing(isLast, new Error('Broken'));
    await expect(countAhead(broken, { campaign, account, isEnough })).rejects.toThrow('Broken');
  });

  it('is nothing while a campaign that it excludes has not ended', async () => {
    const fixture = await fixtureOf();
    const excluded = await fixture.launch(AHEAD);
    const campaign = await fixture.campaign(
      await fixture.launch({
        ...AHEAD,
        audience: { kind: 'people', excludeCampaigns: [excluded], fieldReferences: {} },
      }),
    );
    const account = await accountOf(fixture);
    const deps = withCampaigns(fixture.deps);
    expect(await countAhead(deps, { campaign, account, isEnough })).toBe(0);
    await fixture.change(excluded, { status: 'cancelled' });
    await fixture.runToEnd(excluded);
    expect(await countAhead(deps, { campaign, account, isEnough })).toBe(CONTACTS);
  });

  it('of a retry is the failed recipients', async () => {
    const fixture = await fixtureOf();
    const accept = fixture.answer.current;
    fixture.answer.current = (message) => (message.to === phoneAt(0) ? REFUSED : accept(message));
    const first = await fixture.runToEnd(await fixture.launch());
    const campaign = await fixture.campaign(
      await fixture.launch({ ...AHEAD, audience: { kind: 'retry', campaignId: first.id } }),
    );
    const account = await accountOf(fixture);
    expect(await countAhead(fixture.deps, { campaign, account, isEnough })).toBe(1);
  });
});
