import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount } from '../../../../shared/accounts/account-store';
import { submitJob } from '../../../../shared/jobs/submit-job';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { type OperatorFixture, startOperator } from './operator-fixture';

const FROM = '+12065550100';
const PHONES = Array.from({ length: 100 }, (_, index) => `+1212555${1000 + index}`);

let operator: OperatorFixture;
let accountId: string;

interface Created {
  id: string;
}

interface ShownJob extends Created {
  createdAt: string;
}

beforeAll(async () => {
  operator = await startOperator();
  const created = await operator.json<Created>(
    'account',
    'create',
    '--name',
    'Acme',
    '--sms-credits',
    '1000',
  );
  accountId = created.id;
  await operator.json('number', 'add', '--account', accountId, '--number', FROM);
  const group = await operator.json<Created>(
    ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
  );
  const file = join(operator.dataDir, 'contacts.csv');
  writeFileSync(file, `phoneNumber\n${PHONES.join('\n')}\n`);
  await operator.json('contact', 'import', '--account', accountId, '--file', file, '--group', group.id);
});

afterAll(() => operator.stop());

async function broadcast(body: string): Promise<ShownJob> {
  const { table } = operator.engine;
  const account = await findAccount(table, accountId);
  if (!account) throw new Error('No account');
  const answer = await submitJob(
    { table, clock: systemClock, ids: createIds(systemClock) },
    { kind: 'broadcast', account, request: { from: FROM, body, recipients: PHONES.map((to) => ({ to })) } },
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
    const { id } = await operator.json<Created>('account', 'create', '--name', 'Idle');

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
    const { id: otherId } = await operator.json<Created>('account', 'create', '--name', 'Other');
    const { id } = await broadcast('Hello');

    expect(await operator.run('job', 'show', '--account', otherId, '--job', id)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `The account has no job ${id}.\n`,
    });
  });
});

describe('job cancel', () => {
  it('cancels a job, and stays so when repeated', async () => {
    const job = await broadcast('Hello');

    const cancelled = { ...queued(job, 'Hello'), status: 'cancelled' };
    expect(await onJob('cancel', job.id)).toEqual(cancelled);
    expect(await onJob('cancel', job.id)).toEqual(cancelled);
    expect(await onJob('show', job.id)).toEqual(cancelled);
  });
});
