import type { Item } from '../../../../../shared/platform/store/item';
import { readAccount } from '../../../../../shared/accounts/account';
import { ServiceError } from '../../../../../shared/errors/service-error';
import { type RecipientPage, listRecipients } from '../../../../../shared/sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../../../../shared/sending/jobs/read/recipients-query';
import { submitJob } from '../../../../../shared/sending/jobs/accept/submit-job';
import { accountKey, droppedKey, jobKey } from '../../../../../shared/platform/store/keys';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { useEngine } from '../../../../support/engines/engine';
import { countJobItems } from '../../../../support/sending/job-items';
import { createJobsFixture, type JobsFixture, phoneAt } from '../../../../support/sending/jobs-fixture';

const OPTED_OUT = { memberships: {}, hardOptOut: { at: '2026-01-01T00:00:00.000Z', source: 'stop' } };
const NOT_OPTED_IN = { memberships: {} };

const engine = useEngine();

async function walk(fixture: JobsFixture, jobId: string, query: Record<string, string>) {
  const job = await fixture.job(jobId);
  const results: RecipientPage['results'] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const parsed = readRecipientsQuery({ ...query, ...(cursor && { cursor }) }, jobId);
    const page: RecipientPage = await listRecipients(fixture, { job, ...parsed });
    results.push(...page.results);
    cursor = page.nextCursor;
  }
  return results;
}

describe('recipients that acceptance left out', () => {
  let fixture: JobsFixture;
  let jobId: string;
  beforeAll(async () => {
    fixture = await createJobsFixture(engine.table, { contacts: 110 });
    await fixture.broadcast({
      recipients: fixture.phones.slice(0, 100).map((to, index) => ({ to, idempotencyKey: `key-${index}` })),
    });
    await fixture.runToEnd();
    for (const index of [3, 50]) await fixture.changeContact(phoneAt(index), NOT_OPTED_IN);
    await fixture.changeContact(phoneAt(4), OPTED_OUT);
    jobId = await fixture.broadcast({
      recipients: fixture.phones.map((to, index) => ({
        to,
        ...(index === 2 && { idempotencyKey: 'key-2' }),
      })),
    });
  });

  it('are listed with their reasons, in the order of the request', async () => {
    const dropped = [
      { to: phoneAt(2), status: 'dropped', reason: 'keyConsumed' },
      { to: phoneAt(3), status: 'dropped', reason: 'notOptedIn' },
      { to: phoneAt(4), status: 'dropped', reason: 'hardOptedOut' },
      { to: phoneAt(50), status: 'dropped', reason: 'notOptedIn' },
    ];
    for (const limit of ['1', '3', '4', '100']) {
      expect(await walk(fixture, jobId, { status: 'dropped', limit })).toEqual(dropped);
    }
  });

  it('are found by reason, with the status or without', async () => {
    const found = [phoneAt(3), phoneAt(50)];
    for (const query of [{ reason: 'notOptedIn' }, { reason: 'notOptedIn', status: 'dropped', limit: '1' }]) {
      expect((await walk(fixture, jobId, query)).map(({ to }) => to)).toEqual(found);
    }
    expect(await walk(fixture, jobId, { reason: 'notOptedIn', status: 'sent' })).toEqual([]);
    expect(await walk(fixture, jobId, { status: 'dropped', deliveryStatus: 'failed' })).toEqual([]);
  });

  it('are no recipients of the job', async () => {
    expect((await fixture.job(jobId)).totalRecipients).toBe(106);
    expect(await walk(fixture, jobId, {})).toHaveLength(106);
  });

  it('have a cursor of their own', async () => {
    const job = await fixture.job(jobId);
    const query = (fields: Record<string, string>) => readRecipientsQuery(fields, jobId);
    const dropped = await listRecipients(fixture, { job, ...query({ status: 'dropped', limit: '1' }) });
    const accepted = await listRecipients(fixture, { job, ...query({ limit: '1' }) });
    for (const fields of [
      { cursor: dropped.nextCursor ?? '' },
      { status: 'dropped', cursor: accepted.nextCursor ?? '' },
    ]) {
      expect(() => query(fields)).toThrow(ServiceError);
    }
  });

  it('are listed of a job of which no recipient was left as well', async () => {
    const recipients = fixture.phones
      .slice(0, 2)
      .map((to, index) => ({ to, idempotencyKey: `key-${index}` }));
    const empty = await fixture.broadcast({ recipients });
    expect((await fixture.job(empty)).totalRecipients).toBe(0);
    expect(await walk(fixture, empty, { status: 'dropped' })).toMatchObject([
      { to: phoneAt(0), reason: 'keyConsumed' },
      { to: phoneAt(1), reason: 'keyConsumed' },
    ]);
  });

  it('go with the job when they expire', async () => {
    const [item, chunk] = await engine.table.batchGet([droppedKey(jobId, 1), jobKey(jobId)]);
    expect(item?.expiresAtEpochSeconds).toBe(chunk?.expiresAtEpochSeconds);
  });

  it('leave nothing behind when the job is not accepted', async () => {
    const poor = await createJobsFixture(engine.table, { contacts: 101, smsCredits: 200 });
    await poor.changeContact(phoneAt(7), NOT_OPTED_IN);
    // The request has read the balance before another one charged a part of it.
    const stale = readAccount((await engine.table.get(accountKey(poor.accountId))) as Item);
    await poor.broadcast({ recipients: [{ to: phoneAt(0) }] });
    const jobsBefore = await countJobItems(engine);
    const recipients = poor.phones.map((to) => ({ to }));
    const request = { from: poor.from, body: 'Hello', recipients };
    await expect(submitJob(poor, { kind: 'broadcast', account: stale, request })).rejects.toMatchObject({
      code: 33023,
    });
    expect(await countJobItems(engine)).toBe(jobsBefore);
  });
});

it('keeps within half a write unit for each recipient, and on a page within a few read units', async () => {
  // Three pages.
  const strangers = 6_000;
  const fixture = await createJobsFixture(engine.table, { contacts: 100 });
  const others = Array.from({ length: strangers }, (_, index) => ({ to: phoneAt(index + 100) }));
  const recipients = [...others, ...fixture.phones.map((to) => ({ to }))];
  const { units, result: jobId } = await countUnits(engine.documents, async () =>
    fixture.broadcast({ recipients }),
  );
  expect(units.write / recipients.length).toBeLessThanOrEqual(0.1);

  const { units: page } = await countUnits(engine.documents, async () => {
    const query = readRecipientsQuery({ status: 'dropped', limit: '100' }, jobId);
    const job = await fixture.job(jobId);
    return listRecipients(fixture, { job, ...query });
  });
  expect(page.read).toBeLessThanOrEqual(5);
  expect((await walk(fixture, jobId, { status: 'dropped', limit: '999' })).map(({ to }) => to)).toEqual(
    others.map(({ to }) => to),
  );
});
