/**
 * How long a page of groups takes in an account with 5,000 groups, against one with 20:
 *
 *   node --import tsx test/bench/groups-list.ts
 *
 * Ends with 1 when the large account takes more than three times as long.
 */
import { createGroup } from '../../shared/groups/create-group';
import { updateGroup } from '../../shared/groups/update-group';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { callHandler, createTestAccount, type TestAccount } from '../support/call-handler';
import { startEngine } from '../support/engine';

const SMALL = 20;
const LARGE = 5_000;
const REQUESTS = 200;
const WORST_RATIO = 3;

const engine = await startEngine();
engine.setEnvironment();
const { handler } = await import('../../functions/http/list-groups');
const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };

async function makeAccount(groups: number): Promise<TestAccount & { aGroupId: string }> {
  const account = await createTestAccount(engine, { rateLimits: { contactApiRead: 1_000_000 } });
  let left = groups;
  let aGroupId = '';
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) {
        const group = await createGroup(deps, {
          accountId: account.accountId,
          name: `Group number ${left}`,
          optInType: 'SINGLE',
        });
        aGroupId = group.id;
      }
    }),
  );
  return { ...account, aGroupId };
}

async function timeMs(account: TestAccount, query: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await callHandler(handler, { authorization: account.authorization, query });
  if (answer.status !== 200) throw new Error(`Status ${answer.status}`);
  return performance.now() - startedAt;
}

async function medianMs(account: TestAccount, query: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request++) times.push(await timeMs(account, query));
  return times.sort((a, b) => a - b)[REQUESTS / 2] ?? 0;
}

const small = await makeAccount(SMALL);
const seedingStartedAt = performance.now();
const large = await makeAccount(LARGE);
console.log(`${LARGE} groups created in ${((performance.now() - seedingStartedAt) / 1000).toFixed(1)} s`);
await medianMs(small, {});

const CASES: Array<[string, Record<string, string>, Record<string, string>]> = [
  ['first page', {}, {}],
  ['last page', {}, { page: String(LARGE / 20) }],
  ['page filtered by name', { name: 'number' }, { name: 'number' }],
];
let worst = 0;
for (const [title, smallQuery, largeQuery] of CASES) {
  const smallMs = await medianMs(small, smallQuery);
  const largeMs = await medianMs(large, largeQuery);
  worst = Math.max(worst, largeMs / smallMs);
  console.log(
    `${title}: ${SMALL} groups ${smallMs.toFixed(2)} ms, ${LARGE} groups ${largeMs.toFixed(2)} ms, ratio ${(largeMs / smallMs).toFixed(2)}`,
  );
}

const changedMs: number[] = [];
for (let change = 0; change < 20; change++) {
  const changes = { name: `Renamed ${change}` };
  await updateGroup(deps, { accountId: large.accountId, groupId: large.aGroupId, changes });
  changedMs.push(await timeMs(large, {}));
}
const afterChangeMs = changedMs.sort((a, b) => a - b)[10] ?? 0;
console.log(`first page right after a change, ${LARGE} groups: ${afterChangeMs.toFixed(2)} ms`);
await engine.stop();
process.exitCode = worst > WORST_RATIO ? 1 : 0;
