import type { Table } from '../../../../shared/platform/table';
import { idempotencyKey } from '../../../../shared/platform/keys';
import { startEngine, type TestEngine } from '../../../support/engine';
import { createJobsFixture, type JobsFixture } from '../../../support/jobs-fixture';
import { REFUSED } from '../../../support/scripted-provider';

const LONGER_THAN_A_LEASE_MS = 31_000;
const KEY = 'the-key';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ isThin: true });
});
afterAll(async () => engine.stop());

/** The table as a worker sees it whose claims of keys take until `release` is called. */
function tableWithSlowClaims(table: Table) {
  let reach = () => {};
  let release = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow = Object.create(table, {
    put: {
      value: async (input: Parameters<Table['put']>[0]) => {
        if (input.Item.entity === 'idempotency') {
          reach();
          await released;
        }
        return table.put(input);
      },
    },
  }) as Table;
  return { slow, reached, release: () => release() };
}

async function startJob(): Promise<{ fixture: JobsFixture; jobId: string }> {
  const fixture = await createJobsFixture(engine.table, { contacts: 1 });
  const [to = ''] = fixture.phones;
  const jobId = await fixture.broadcast({ recipients: [{ to, idempotencyKey: KEY }] });
  await fixture.relay();
  return { fixture, jobId };
}

describe('a claim that reaches the table after another worker has ended its recipient', () => {
  it.each([
    ['leaves the key free when the recipient failed', REFUSED, undefined],
    [
      'leaves the key consumed when the recipient was sent to',
      { outcome: 'accepted' as const, providerMessageId: 'sim_1' },
      'consumed',
    ],
  ])('%s', async (_title, answer, expected) => {
    const { fixture } = await startJob();
    fixture.answer.current = () => answer;
    const { slow, reached, release } = tableWithSlowClaims(engine.table);
    const [task] = fixture.tasks.splice(0);
    if (!task) throw new Error('A chunk was expected');

    const slowWork = fixture.work(task, { ...fixture, table: slow });
    await reached;
    fixture.advance(LONGER_THAN_A_LEASE_MS);
    await fixture.work(task);
    release();
    await slowWork;

    const item = await engine.table.get(idempotencyKey(fixture.accountId, 'message', KEY));
    expect(item?.state).toBe(expected);
  });
});
