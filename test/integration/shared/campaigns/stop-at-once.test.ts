import { TransactWriteCommand, BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { countCampaign } from '../../../../shared/campaigns/plan/count-campaign';
import { steerCampaign } from '../../../../shared/campaigns/plan/steer-campaign';
import { Table } from '../../../../shared/platform/store/table';
import { readAllProgress } from '../../../../shared/sending/jobs/results/read-counts';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import { type CampaignFixture, createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { holdProvider } from '../../../support/sending/held-provider';
import { waitFor } from '../../../support/run/wait-for';

const engine = useEngine();

const HOUR_MS = 60 * 60_000;
type Step = 'pause' | 'resume' | 'cancel';

/** Takes a step, and returns its answer with the number of messages that the provider had then. */
async function steer(fixture: CampaignFixture, id: string, step: Step) {
  const { accountId, table, clock, ids } = fixture;
  const campaign = await steerCampaign({ table, clock, ids }, { accountId, id, step });
  return { ...(await countCampaign(table, campaign)), taken: fixture.taken.length };
}

/** Takes the step when the provider takes a message, and works until nothing is left to do. */
async function steerAtMessage(
  fixture: CampaignFixture,
  id: string,
  { step, message }: { step: Step; message: number },
) {
  const accept = fixture.answer.current;
  let answer: Awaited<ReturnType<typeof steer>> | undefined;
  fixture.answer.current = async (one) => {
    const outcome = accept(one);
    if (fixture.taken.length === message) answer = await steer(fixture, id, step);
    return outcome;
  };
  await fixture.runUntil(() => answer !== undefined);
  const startMs = fixture.clock.now().getTime();
  await fixture.runUntil(() => fixture.clock.now().getTime() > startMs + HOUR_MS);
  fixture.answer.current = accept;
  if (!answer) throw new Error('No answer');
  return { answer, after: fixture.taken.length - answer.taken };
}

describe('after the answer to a pause', () => {
  it.each([
    ['without a rate', undefined],
    ['with a rate', 100],
  ])(
    'the two workers of a number %s hand over at most the send batches that they were at',
    async (_, ratePerSecond) => {
      const most = 50;
      const fixture = await createCampaignFixture(engine.table, {
        contacts: 1_000,
        ...(ratePerSecond !== undefined && { ratePerSecond }),
      });
      const id = await fixture.launch();

      const { answer, after } = await steerAtMessage(fixture, id, { step: 'pause', message: 260 });

      expect(after).toBeLessThanOrEqual(most);
      const { counts } = await countCampaign(engine.table, await fixture.campaign(id));
      expect(counts).toMatchObject({ sent: fixture.taken.length, pending: 1_000 - fixture.taken.length });
      expect(counts.sent - answer.counts.sent).toBeLessThanOrEqual(most);

      await steer(fixture, id, 'resume');
      expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: 1_000, skipped: 0, failed: 0 } });
      expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(1_000);
      expect(fixture.taken).toHaveLength(1_000);
    },
  );
});

describe('after the answer to a cancellation', () => {
  it('each of two workers hands over at most the send batch that it was at, and all others count as skipped', async () => {
    const fixture = await createCampaignFixture(engine.table, { contacts: 1_000 });
    const id = await fixture.launch();

    const { answer, after } = await steerAtMessage(fixture, id, { step: 'cancel', message: 260 });

    expect(after).toBeLessThanOrEqual(50);
    const { counts, status } = await fixture.campaign(id);
    expect({ status, ...counts }).toEqual({
      ...{ status: 'cancelled', sent: fixture.taken.length, skipped: 1_000 - fixture.taken.length },
      ...{ failed: 0, unknown: 0 },
    });
    expect(answer.counts.pending).toBeLessThanOrEqual(50);
    expect(answer.counts.sent + answer.counts.skipped + answer.counts.pending).toBe(1_000);
    expect(answer.skippedBy).toEqual({ cancelled: answer.counts.skipped });
    expect(counts.sent - answer.counts.sent).toBeLessThanOrEqual(answer.counts.pending);
    expect(counts.skipped - answer.counts.skipped).toBeLessThanOrEqual(answer.counts.pending);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000_000 - 2 * counts.sent });
  });
});

describe('a campaign with jobs for ten moments, twenty of whose workers hand over', () => {
  const ZONES = [
    'America/St_Johns',
    'America/Halifax',
    'America/New_York',
    'America/Chicago',
    'America/Denver',
  ].concat([
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
    'America/Sao_Paulo',
    'Pacific/Pago_Pago',
  ]);
  /** Lets all times come while the campaign is paused, so that the chunks of all are processed concurrently. */
  async function twentyWorkers() {
    const fixture = await createCampaignFixture(engine.table, {
      contacts: 2_000,
      contact: (index) => ({ tz: ZONES[index % ZONES.length] }),
    });
    await fixture.setAccount({ legalHours: false });
    const schedule = { localTime: '2026-03-01T13:00', timeZone: 'recipient' };
    const id = await fixture.launch({ schedule });
    await fixture.runUntil(async () => (await fixture.campaign(id)).status === 'sending');
    await steer(fixture, id, 'pause');
    fixture.advance(24 * HOUR_MS);
    await steer(fixture, id, 'resume');
    const held = holdProvider(fixture);
    let isOver = false;
    const run = fixture.runUntil(() => isOver);
    await held.until(500);
    const jobIds = ((await findRun(engine.table, id))?.jobs ?? []).map(({ jobId }) => jobId);
    const countInFlight = async () =>
      (await Promise.all(jobIds.map(async (jobId) => readAllProgress(engine.table, jobId))))
        .flat()
        .filter(({ inFlight }) => inFlight !== undefined).length;
    /** Table that lets one worker after the other end its send batch while a step waits. */
    const table = new Table(engine.documents, engine.table.name, {
      random: () => 0,
      pause: async () => {
        const before = await countInFlight();
        held.release(25);
        await waitFor(async () => ((await countInFlight()) < before ? true : undefined));
      },
    });
    const end = async () => {
      held.releaseAll();
      isOver = true;
      await run;
    };
    return { fixture: { ...fixture, table }, id, end };
  }

  it.each(['pause', 'cancel'] as const)('has at most 250 under way at the answer to a %s', async (step) => {
    const { fixture, id, end } = await twentyWorkers();

    const answer = await steer(fixture, id, step);

    expect(answer.taken).toBe(250);
    expect(answer.counts).toMatchObject(
      step === 'cancel'
        ? { sent: 250, pending: 250, skipped: 1_500 }
        : { sent: 250, pending: 1_750, skipped: 0 },
    );
    await end();
    expect(fixture.taken).toHaveLength(500);
  });
});

describe('steps that are taken at the same time', () => {
  it.each([
    ['pause', 'resume'],
    ['resume', 'pause', 'cancel'],
    ['cancel', 'resume', 'pause'],
    ['pause', 'cancel', 'pause', 'resume', 'resume'],
  ] as Step[][])(
    '%s, %s … leave the books right, and each recipient with one message at most',
    async (...steps) => {
      const fixture = await createCampaignFixture(engine.table, { contacts: 400 });
      const id = await fixture.launch();
      const accept = fixture.answer.current;
      let isSteered = false;
      fixture.answer.current = async (message) => {
        const outcome = accept(message);
        if (fixture.taken.length % 60 !== 0) return outcome;
        // The campaign refuses a step that its status no longer allows.
        await Promise.all(steps.map(async (step) => steer(fixture, id, step).catch(() => undefined)));
        isSteered = true;
        return outcome;
      };
      await fixture.runUntil(() => isSteered);
      fixture.answer.current = accept;
      await steer(fixture, id, 'resume').catch(() => undefined);

      const { status, counts, selected, skippedBy } = await fixture.runToEnd(id);

      const sent = fixture.taken.length;
      expect(counts).toEqual({ sent, skipped: 400 - sent, failed: 0, unknown: 0 });
      expect({ status, selected, skippedBy }).toEqual(
        steps.includes('cancel')
          ? { status: 'cancelled', selected: 400, skippedBy: { cancelled: counts.skipped } }
          : { status: 'completed', selected: 400, skippedBy: {} },
      );
      expect(new Set(fixture.taken.map(({ to }) => to)).size).toBe(fixture.taken.length);
      expect(await fixture.credits()).toMatchObject({ sms: 1_000_000 - 2 * counts.sent });
    },
  );
});

describe('a campaign whose audience is being taken', () => {
  /** Creates a fixture that calls `atCharge` when the campaign is about to take its credits. */
  async function fixtureWith(atCharge: () => Promise<void>) {
    let isFirst = true;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      if (isFirst && command instanceof TransactWriteCommand && takesQuota(command)) {
        isFirst = false;
        await atCharge();
      }
      return send(command, ...rest);
    });
    return createCampaignFixture(table, { contacts: 100, smsCredits: 1_000 });
  }

  it('is cancelled: nothing is sent or charged, and the answer has no recipients', async () => {
    let id = '';
    let answer: Awaited<ReturnType<typeof steer>> | undefined;
    const fixture = await fixtureWith(async () => void (answer = await steer(fixture, id, 'cancel')));
    id = await fixture.launch();

    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'cancelled', selected: 0, jobCount: 0 });

    expect(answer).toMatchObject({ counts: { selected: 0, pending: 0, sent: 0, skipped: 0 }, skippedBy: {} });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 });
  });

  it('is paused: nothing is sent or charged before it is resumed, and each is sent to once after', async () => {
    let id = '';
    const fixture = await fixtureWith(async () => void (await steer(fixture, id, 'pause')));
    id = await fixture.launch();
    const startMs = fixture.clock.now().getTime();
    await fixture.runUntil(() => fixture.clock.now().getTime() > startMs + HOUR_MS);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'paused', pausedFrom: 'selecting' });
    expect(fixture.taken).toEqual([]);
    expect(await fixture.credits()).toMatchObject({ sms: 1_000 });

    await steer(fixture, id, 'resume');
    expect(await fixture.runToEnd(id)).toMatchObject({ status: 'completed', counts: { sent: 100 } });
    expect(fixture.taken).toHaveLength(100);
    expect(await fixture.credits()).toMatchObject({ sms: 800 });
  });
});

const takesQuota = ({ input }: TransactWriteCommand) =>
  (input.TransactItems ?? []).some(({ Update }) => String(Update?.Key?.pk).startsWith('QUOTA#'));

describe('a stop before the hand-over', () => {
  const engine = useEngine();

  const CONTACTS = 30;
  const HOUR_MS = 60 * 60_000;

  /** Creates an account, and calls `atFirstContacts` when a worker reads the contacts of its first send batch. */
  async function fixtureWith(atFirstContacts: () => Promise<void>) {
    let isFirst = true;
    let failuresAtCampaign = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      if (command instanceof BatchGetCommand && isFirst && readsContacts(command)) {
        isFirst = false;
        await atFirstContacts();
      }
      if (command instanceof BatchGetCommand && failuresAtCampaign > 0 && readsCampaign(command)) {
        failuresAtCampaign--;
        throw new Error('The table did not answer');
      }
      return send(command, ...rest);
    });
    const fixture = await createCampaignFixture(table, { contacts: CONTACTS, smsCredits: 1_000 });
    await fixture.setAccount({ marketingCap: { messages: 1, hours: 24 }, legalHours: false });
    return { ...fixture, failAtCampaign: (times: number) => (failuresAtCampaign = times) };
  }

  type KeyPart = { pk?: unknown; sk?: unknown };
  const reads = ({ input }: BatchGetCommand, is: (key: KeyPart) => boolean) =>
    Object.values(input.RequestItems ?? {}).some(({ Keys = [] }) => Keys.some(is));
  const readsContacts = (command: BatchGetCommand) => reads(command, ({ sk }) => sk === 'CONTACT');
  /** Returns true for the read of the campaign that a worker makes before it hands a send batch over. */
  const readsCampaign = (command: BatchGetCommand) =>
    reads(command, ({ pk }) => String(pk).startsWith('CAMPAIGNS#'));

  describe('a campaign whose send batch is about to be handed over', () => {
    it('is paused: hands none of it over, keeps no place of the cap, and sends each once when it is resumed', async () => {
      let id = '';
      const fixture = await fixtureWith(async () => {
        await fixture.change(id, { status: 'paused', pausedFrom: 'sending' });
      });
      id = await fixture.launch({ purpose: 'marketing' });
      const until = fixture.clock.now().getTime() + HOUR_MS;
      await fixture.runUntil(() => fixture.clock.now().getTime() > until);
      expect(fixture.taken).toEqual([]);

      const other = await fixture.runToEnd(await fixture.launch({ purpose: 'marketing' }));
      expect(other).toMatchObject({ counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 } });

      fixture.advance(24 * HOUR_MS + 1);
      await fixture.change(id, { status: 'sending' });
      expect(await fixture.runToEnd(id)).toMatchObject({
        status: 'completed',
        counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 },
      });
      expect(fixture.taken).toHaveLength(2 * CONTACTS);
    });

    it('is cancelled: hands none of it over, and gives the credits of all back', async () => {
      let id = '';
      const fixture = await fixtureWith(async () => fixture.change(id, { status: 'cancelled' }));
      id = await fixture.launch({ purpose: 'marketing' });
      expect(await fixture.runToEnd(id)).toMatchObject({
        status: 'cancelled',
        counts: { sent: 0, skipped: CONTACTS, unknown: 0 },
        skippedBy: { cancelled: CONTACTS },
      });
      expect(fixture.taken).toEqual([]);
      expect(await fixture.credits()).toMatchObject({ sms: 1_000 });
    });

    it('is read again after failures, and sends each once', async () => {
      const fixture = await fixtureWith(async () => void fixture.failAtCampaign(7));
      const id = await fixture.launch({ purpose: 'marketing' });
      expect(await fixture.runToEnd(id)).toMatchObject({ counts: { sent: CONTACTS, unknown: 0 } });
      expect(fixture.taken).toHaveLength(CONTACTS);
    });

    it('cannot be read: hands none of it over, and sends each once at the next attempt', async () => {
      const fixture = await fixtureWith(async () => void fixture.failAtCampaign(8));
      const id = await fixture.launch({ purpose: 'marketing' });
      await expect(fixture.runToEnd(id)).rejects.toThrow('The table did not answer');
      expect(fixture.taken).toEqual([]);
      expect(await fixture.runToEnd(id)).toMatchObject({
        status: 'completed',
        counts: { sent: CONTACTS, skipped: 0, failed: 0, unknown: 0 },
      });
      expect(fixture.taken).toHaveLength(CONTACTS);
    });
  });
});
