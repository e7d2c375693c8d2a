import {
  readCountedMarketing,
  returnTakenPlaces,
  takeCapPlace,
} from '../../../../../../shared/sending/jobs/process/internal/marketing-cap';
import { useEngine } from '../../../../../support/engines/engine';
import { listRecipients } from '../../../../../../shared/sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../../../../../shared/sending/jobs/read/recipients-query';
import { createJobsFixture, type JobsFixture } from '../../../../../support/sending/jobs-fixture';

describe('the marketing cap', () => {
  const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');
  const HOUR_MS = 3_600_000;
  const AT_ONCE = 500;

  const engine = useEngine();
  let contactId: string;
  let contacts = 0;
  beforeEach(() => {
    contactId = `con_${(contacts += 1)}`;
  });

  const accountId = 'acc_cap';
  const placeOf = (index: number) => ({ accountId, contactId, messageId: `msg_${index}` });
  const counted = async () => {
    const [found] = await readCountedMarketing(engine.table, { accountId, contactIds: [contactId] });
    return found?.messages.map(({ id }) => id) ?? [];
  };
  const take = (index: number, cap: { messages: number; hours: number } | undefined, nowMs = NOW_MS) =>
    takeCapPlace(engine.table, placeOf(index), { cap, known: undefined, nowMs });
  const takeAtOnce = (count: number, cap: { messages: number; hours: number }) =>
    Promise.all(Array.from({ length: count }, (_, index) => take(index, cap)));

  describe('rules E4.6: marketing messages to one contact, 500 at once', () => {
    it.each([1, 5])('are handed over as often as a cap of %i allows', async (messages) => {
      const allowed = await takeAtOnce(AT_ONCE, { messages, hours: 24 });

      expect(allowed.filter(Boolean)).toHaveLength(messages);
      const ids = allowed.flatMap((isAllowed, index) => (isAllowed ? [`msg_${index}`] : []));
      expect((await counted()).toSorted()).toEqual(ids.toSorted());
    });

    it('are handed over no more than once again when they come twice', async () => {
      const cap = { messages: 3, hours: 24 };
      const first = await takeAtOnce(AT_ONCE, cap);
      const again = await takeAtOnce(AT_ONCE, cap);
      expect(again).toEqual(first);
      expect(await counted()).toHaveLength(3);
    });

    it('take the places that others give back', async () => {
      const cap = { messages: 3, hours: 24 };
      const allowed = await takeAtOnce(AT_ONCE, cap);
      const [given = 0] = allowed.flatMap((isAllowed, index) => (isAllowed ? [index] : []));
      const giveBack = () => returnTakenPlaces(engine.table, [placeOf(given)], { nowMs: NOW_MS });
      await Promise.all([giveBack(), giveBack()]);
      const more = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => take(AT_ONCE + index, cap)),
      );
      expect(more.filter(Boolean)).toHaveLength(1);
      expect(await counted()).toHaveLength(3);
    });

    it('have no place that a time before the cap had, until it has passed', async () => {
      expect(await take(0, undefined)).toBe(true);
      expect(await take(1, undefined, NOW_MS + HOUR_MS)).toBe(true);
      const cap = { messages: 2, hours: 24 };
      expect(await take(2, cap, NOW_MS + 24 * HOUR_MS - 1)).toBe(false);
      expect(await take(3, cap, NOW_MS + 24 * HOUR_MS)).toBe(true);
      expect(await take(4, cap, NOW_MS + 24 * HOUR_MS)).toBe(false);
    });
  });
});

describe('reviews', () => {
  const engine = useEngine();

  const UNDER_REVIEW = { likelyOptOut: { at: '2026-03-01T11:00:00.000Z', messageId: 'msg_in' } };

  const fixtureOf = (contacts = 100) =>
    createJobsFixture(engine.table, { contacts, smsCredits: 1_000, mmsCredits: 1_000 });

  const skippedOf = async (fixture: JobsFixture, jobId: string) => {
    const query = readRecipientsQuery({ status: 'skipped', limit: '1000' }, jobId);
    const { results } = await listRecipients(fixture, { job: await fixture.job(jobId), ...query });
    return results.map((entry) => [entry.to, 'reason' in entry ? entry.reason : undefined]);
  };

  describe('rules 3.2: a recipient whose text is under review', () => {
    it('counts in a broadcast, is skipped at its turn, and has its credits returned', async () => {
      const fixture = await fixtureOf();
      const [held = ''] = fixture.phones;
      await fixture.changeContact(held, UNDER_REVIEW);
      const jobId = await fixture.broadcast();
      expect(await fixture.job(jobId)).toMatchObject({ totalRecipients: 100 });
      expect(await fixture.credits()).toMatchObject({ sms: 800 });
      await fixture.runToEnd();
      expect(fixture.taken).toHaveLength(99);
      expect(fixture.taken.map(({ to }) => to)).not.toContain(held);
      expect(await fixture.job(jobId)).toMatchObject({
        status: 'completed',
        counts: { sent: 99, failed: 0, skipped: 1 },
      });
      expect(await skippedOf(fixture, jobId)).toEqual([[held, 'review']]);
      expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 2 * 99 });
    });

    it('is skipped in a batch too', async () => {
      const fixture = await fixtureOf(10);
      const [held = ''] = fixture.phones;
      await fixture.changeContact(held, UNDER_REVIEW);
      const { body } = await fixture.submit('batch', {
        recipients: fixture.phones.map((to) => ({ to, body: 'Big SALE' })),
      });
      await fixture.runToEnd();
      expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones.slice(1));
      expect(await skippedOf(fixture, (body as { id: string }).id)).toEqual([[held, 'review']]);
      expect(await fixture.credits()).toMatchObject({ sms: 1_000 - 2 * 9 });
    });

    it('is skipped when the review has begun since acceptance', async () => {
      const fixture = await fixtureOf();
      const [held = ''] = fixture.phones;
      const jobId = await fixture.broadcast();
      await fixture.changeContact(held, UNDER_REVIEW);
      await fixture.runToEnd();
      expect(fixture.taken.map(({ to }) => to)).not.toContain(held);
      expect(await skippedOf(fixture, jobId)).toEqual([[held, 'review']]);
    });

    it('is sent to when the review has ended since acceptance', async () => {
      const fixture = await fixtureOf();
      const [held = ''] = fixture.phones;
      await fixture.changeContact(held, UNDER_REVIEW);
      await fixture.broadcast();
      await fixture.changeContact(held, {});
      await fixture.runToEnd();
      expect(fixture.taken).toHaveLength(100);
      expect(await fixture.credits()).toMatchObject({ sms: 800 });
    });

    it('leaves a job completed that has no other recipients, at no price', async () => {
      const fixture = await fixtureOf();
      for (const phone of fixture.phones) await fixture.changeContact(phone, UNDER_REVIEW);
      const jobId = await fixture.broadcast({ mediaUrl: 'https://example.com/a.png' });
      expect(await fixture.credits()).toEqual({ sms: 1_000 - 101, mms: 1_000 });
      await fixture.runToEnd();
      expect(fixture.taken).toHaveLength(0);
      expect(await fixture.job(jobId)).toMatchObject({
        status: 'completed',
        counts: { sent: 0, skipped: 100 },
      });
      expect(await fixture.credits()).toEqual({ sms: 1_000, mms: 1_000 });
    });

    it('leaves its key free', async () => {
      const fixture = await fixtureOf();
      const [held = ''] = fixture.phones;
      await fixture.changeContact(held, UNDER_REVIEW);
      const recipients = fixture.phones.map((to) => ({ to, ...(to === held && { idempotencyKey: 'sale' }) }));
      await fixture.broadcast({ recipients });
      await fixture.runToEnd();
      await fixture.changeContact(held, {});
      await fixture.broadcast({ recipients });
      await fixture.runToEnd();
      expect(fixture.taken.filter(({ to }) => to === held)).toHaveLength(1);
    });
  });

  describe('rules 4.2: the dry run of a job', () => {
    it.each(['broadcast', 'batch'] as const)('of kind %s counts those under review', async (kind) => {
      const fixture = await fixtureOf();
      const dryRun = async () => {
        const recipients = fixture.phones.map((to) => ({ to, ...(kind === 'batch' && { body: 'Hi' }) }));
        const body = kind === 'batch' ? {} : { body: 'Hi' };
        return (await fixture.submit(kind, { ...body, recipients, dryRun: true })).body;
      };
      expect(await dryRun()).not.toHaveProperty('skipped');
      for (const phone of fixture.phones.slice(0, 2)) await fixture.changeContact(phone, UNDER_REVIEW);
      expect(await dryRun()).toMatchObject({
        totalRecipients: 100,
        dropped: { notOptedIn: 0, hardOptedOut: 0, keyConsumed: 0 },
        skipped: { review: 2 },
      });
    });
  });
});
