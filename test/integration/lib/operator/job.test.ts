import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportEntries } from '../../../../lib/operator/commands/job-recipients';
import { findAccount } from '../../../../shared/accounts/account-store';
import { submitJob } from '../../../../shared/sending/jobs/accept/submit-job';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { refused, useOperator } from './operator-fixture';

const FROM = '+12065550100';
const PHONES = Array.from({ length: 100 }, (_, index) => `+1212555${1000 + index}`);

const operator = useOperator();
let accountId: string;

interface Created {
  id: string;
}

interface ShownJob extends Created {
  createdAt: string;
}

beforeAll(async () => {
  const created = await operator.json<Created>(
    ...['account', 'create', '--name', 'Acme', '--sms-credits', '5000'],
  );
  accountId = created.id;
  await operator.json('number', 'add', '--account', accountId, '--number', FROM);
  const group = await operator.json<Created>(
    ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
  );
  const file = join(operator.dataDir, 'contacts.csv');
  writeFileSync(file, `phoneNumber\n${PHONES.join('\n')}\n`);
  await operator.json(
    ...['contact', 'import', '--account', accountId, '--file', file, '--group', group.id],
    ...['--consent-basis', 'Signed.', '--opt-in-mode', 'DIRECT'],
  );
});

async function broadcast(body: string, phones = PHONES): Promise<ShownJob> {
  const { table } = operator.engine;
  const account = await findAccount(table, accountId);
  if (!account) throw new Error('No account');
  const answer = await submitJob(
    { table, clock: systemClock, ids: createIds(systemClock) },
    { kind: 'broadcast', account, request: { from: FROM, body, recipients: phones.map((to) => ({ to })) } },
  );
  return answer.body as ShownJob;
}

const onJob = (verb: string, id: string) =>
  operator.json<ShownJob>('job', verb, '--account', accountId, '--job', id);

function queued(job: ShownJob, body: string) {
  return {
    id: job.id,
    kind: 'broadcast',
    from: FROM,
    body,
    totalRecipients: 100,
    status: 'queued',
    counts: { pending: 100, sent: 0, failed: 0, skipped: 0 },
    createdAt: job.createdAt,
  };
}

describe('job list', () => {
  it('says when there are none', async () => {
    const id = await operator.createAccount('--name', 'Idle');

    expect(await operator.run('job', 'list', '--account', id)).toEqual({
      exitCode: 0,
      stdout: 'The account has no jobs.\n',
      stderr: '',
    });
  });

  it('lists jobs, newest first, at most as many as wanted', async () => {
    const first = await broadcast('One');
    const second = await broadcast('Two');

    expect(await operator.json('job', 'list', '--account', accountId)).toEqual([
      queued(second, 'Two'),
      queued(first, 'One'),
    ]);
    expect(await operator.json('job', 'list', '--account', accountId, '--limit', '1')).toEqual([
      queued(second, 'Two'),
    ]);
  });
});

describe('job show', () => {
  it('counts how the recipients have ended', async () => {
    const job = await broadcast('Hello');

    expect(await onJob('show', job.id)).toEqual(queued(job, 'Hello'));
  });

  it("refuses another account's job", async () => {
    const otherId = await operator.createAccount('--name', 'Other');
    const { id } = await broadcast('Hello');

    expect(await operator.run('job', 'show', '--account', otherId, '--job', id)).toEqual(
      refused(`The account has no job ${id}.\n`),
    );
  });
});

describe('job recipients', () => {
  const list = (id: string, ...filters: string[]) =>
    operator.json<Array<Record<string, string>>>(
      ...['job', 'recipients', '--account', accountId, '--job', id, ...filters],
    );

  it('lists them, all or as many as wanted', async () => {
    const { id } = await broadcast('Hello');

    const all = await list(id);
    expect(all.map(({ to }) => to)).toEqual(PHONES);
    expect(all[0]).toEqual({ to: PHONES[0], status: 'pending', messageId: all[0]?.messageId });
    expect(await list(id, '--limit', '3')).toEqual(all.slice(0, 3));
    expect(await list(id, '--status', 'pending', '--limit', '1000')).toEqual(all);
    expect(await list(id, '--status', 'sent')).toEqual([]);
    expect(await list(id, '--delivery-status', 'failed')).toEqual([]);
  });

  it('shows which member of a sender was used', () => {
    const entry = {
      to: '+4917604069000',
      status: 'sent' as const,
      messageId: 'msg_1',
      channel: 'sms' as const,
    };
    const { head = [], rows } = reportEntries([{ ...entry, sentFrom: 'id:ACME' }], { hasMore: false });
    expect(Object.fromEntries(head.map((name, index) => [name, rows[0]?.[index]]))).toMatchObject({
      ...{ to: '+4917604069000', status: 'sent', channel: 'sms', 'sent from': 'id:ACME', message: 'msg_1' },
    });
  });

  it('lists the recipients that acceptance dropped, and says when there may be more', async () => {
    const strangers = ['+12125559001', '+12125559002'];
    const { id } = await broadcast('Hello', [...strangers, ...PHONES]);

    const dropped = strangers.map((to) => ({ to, status: 'dropped', reason: 'notOptedIn' }));
    expect(await list(id, '--status', 'dropped')).toEqual(dropped);
    expect(await list(id, '--reason', 'notOptedIn')).toEqual(dropped);
    const table = await operator.run(
      ...['job', 'recipients', '--account', accountId, '--job', id, '--status', 'dropped', '--limit', '1'],
    );
    expect(table).toMatchObject({ exitCode: 0, stderr: '' });
    expect(table.stdout).toContain('There may be more than these 1: see --limit.');
    expect(table.stdout).toMatch(/\+12125559001.*dropped.*notOptedIn/);
  });

  it('says when none matches, and refuses a status that does not exist', async () => {
    const { id } = await broadcast('Hello');
    const run = (...filters: string[]) =>
      operator.run('job', 'recipients', '--account', accountId, '--job', id, ...filters);

    expect(await run('--status', 'failed')).toEqual({
      exitCode: 0,
      stdout: 'No recipients match.\n',
      stderr: '',
    });
    expect(await run('--status', 'gone')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await run('--reason', 'no such reason')).toMatchObject({ exitCode: 1, stdout: '' });
  });
});

describe('job cancel', () => {
  it('cancels a job, and stays so when repeated', async () => {
    const job = await broadcast('Hello');

    const counts = { pending: 0, sent: 0, failed: 0, skipped: PHONES.length };
    const cancelled = { ...queued(job, 'Hello'), status: 'cancelled', counts };
    expect(await onJob('cancel', job.id)).toEqual(cancelled);
    expect(await onJob('cancel', job.id)).toEqual(cancelled);
    expect(await onJob('show', job.id)).toEqual(cancelled);
  });
});
