import { listRecipients } from '../../../../../../shared/sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../../../../../shared/sending/jobs/read/recipients-query';
import { useEngine } from '../../../../../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../../../../../support/sending/jobs-fixture';

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
