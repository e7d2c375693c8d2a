import { readAccount } from '../../shared/accounts/account';
import { submitJob } from '../../shared/sending/jobs/accept/submit-job';
import { accountKey, quotaKey } from '../../shared/platform/store/keys';
import { Crash, crashingTable } from '../support/faults/faulty-client';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { createJobsFixture, type JobsFixture } from '../support/sending/jobs-fixture';

const LEASE_MS = 60_000;
const MORE_CALLS_THAN_THERE_ARE = 40;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => engine.stop());

async function submit(fixture: JobsFixture, table: JobsFixture['table']) {
  const item = await fixture.table.get(accountKey(fixture.accountId));
  if (!item) throw new Error('No account');
  const recipients = fixture.phones.map((to, index) => ({ to, idempotencyKey: `key-${index}` }));
  return submitJob(
    { table, clock: fixture.clock, ids: fixture.ids },
    {
      kind: 'broadcast',
      account: readAccount(item),
      request: { from: fixture.from, body: 'Hello', recipients, idempotencyKey: 'the-key' },
    },
  );
}

/** Returns the amounts that were taken and counted, and the number of chunks in the outbox. */
async function books(fixture: JobsFixture) {
  await fixture.relay();
  const { sms } = await fixture.credits();
  const quota = await fixture.table.get(quotaKey(fixture.accountId, '2026-03-01'));
  return { taken: 1_000_000 - sms, used: quota?.used ?? 0, tasks: fixture.tasks.length };
}

const NOTHING = { taken: 0, used: 0, tasks: 0 };
/** Amounts for 120 recipients, in chunks of 100. */
const EVERYTHING = { taken: 240, used: 120, tasks: 2 };

describe('a process that dies while it accepts a job', () => {
  it.each(['before', 'after'] as const)(
    'leaves the whole job or nothing when it dies %s any of its calls, and the repeated request makes it one job',
    async (when) => {
      const outcomes: string[] = [];
      for (let callsLeft = 0; callsLeft < MORE_CALLS_THAN_THERE_ARE; callsLeft++) {
        const fixture = await createJobsFixture(engine.table, { contacts: 120 });
        const { table, plan } = crashingTable(engine.documents, engine.table.name, {
          entry: 'functions/http/send-broadcast.ts',
        });
        plan.current = { callsLeft, when };
        const isDead = await submit(fixture, table).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Crash)) throw error;
            return true;
          },
        );
        if (!isDead) break;

        const left = await books(fixture);
        outcomes.push(left.taken === 0 ? 'nothing' : 'everything');
        expect(left).toEqual(left.taken === 0 ? NOTHING : EVERYTHING);

        fixture.advance(LEASE_MS);
        const answer = await submit(fixture, engine.table);
        expect(answer.status).toBe(202);
        expect(answer.isReplay).toBe(left.taken > 0);
        expect(await books(fixture)).toEqual(EVERYTHING);
      }
      expect(new Set(outcomes)).toEqual(new Set(when === 'before' ? ['nothing'] : ['nothing', 'everything']));
    },
  );
});
