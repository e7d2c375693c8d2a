/**
 * Time for a page of groups in an account with 5,000 groups, compared with one with 20:
 *
 *   node --import tsx test/bench/groups-list.ts
 */
import { handler as readGroups } from '../../functions/http/read-groups';
import { createGroup } from '../../shared/audience/groups/create-group';
import { updateGroup } from '../../shared/audience/groups/update-group';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { callHandler, createTestAccount, type TestAccount } from '../support/routes/call-handler';
import type { TestEngine } from '../support/engines/engine';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, percentile, runAsProgram } from './bench-row';
import { onRoute } from '../support/routes/on-route';

const handler = onRoute('listGroups', readGroups);

const SMALL = 20;
const LARGE = 5_000;
const REQUESTS = 200;
const CHANGES = 20;
const TARGET = 3;

interface GroupsAccount extends TestAccount {
  aGroupId: string;
}

const PAGES: Array<[string, Record<string, string>, Record<string, string>]> = [
  ['first page', {}, {}],
  ['last page', {}, { page: String(LARGE / 20) }],
  ['page filtered by name', { name: 'number' }, { name: 'number' }],
];

export async function run(): Promise<BenchRow[]> {
  return withEngine(async (engine) => {
    const small = await makeAccount(engine, SMALL);
    const large = await makeAccount(engine, LARGE);
    await medianMs(small, {});
    const row = (title: string, measured: number, floor: number, target?: number) =>
      benchRow({
        name: `groups list, ${title}`,
        measured,
        floor,
        unit: 'ms',
        ...(target !== undefined && { target }),
        note: `${LARGE} groups; bare: ${SMALL} groups`,
      });
    const rows: BenchRow[] = [];
    for (const [title, smallQuery, largeQuery] of PAGES) {
      rows.push(row(title, await medianMs(large, largeQuery), await medianMs(small, smallQuery), TARGET));
    }
    rows.push(
      row(
        'right after a change',
        await medianAfterChange(engine, large),
        await medianAfterChange(engine, small),
      ),
    );
    return rows;
  });
}

async function makeAccount(engine: TestEngine, groups: number): Promise<GroupsAccount> {
  const account = await createTestAccount(engine, { rateLimits: { contactApiRead: 1_000_000 } });
  const { accountId } = account;
  let aGroupId = '';
  const numbers = Array.from({ length: groups }, (_, index) => index);
  await forEachAtOnce(numbers, 4, async (number) => {
    const name = `Group number ${number}`;
    ({ id: aGroupId } = await createGroup(depsOf(engine), { accountId, name, optInType: 'SINGLE' }));
  });
  return { ...account, aGroupId };
}

async function medianMs(account: TestAccount, query: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request++) times.push(await timeMs(account, query));
  return percentile(times, 0.5);
}

async function medianAfterChange(engine: TestEngine, account: GroupsAccount): Promise<number> {
  const { accountId, aGroupId: groupId } = account;
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    await updateGroup(depsOf(engine), { accountId, groupId, changes: { name: `Renamed ${change}` } });
    times.push(await timeMs(account, {}));
  }
  return percentile(times, 0.5);
}

async function timeMs({ authorization }: TestAccount, query: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await callHandler(handler, { authorization, query });
  if (answer.status !== 200) throw new Error(`Status ${answer.status}`);
  return performance.now() - startedAt;
}

const depsOf = ({ table }: TestEngine) => ({ table, clock: systemClock, ids: createIds(systemClock) });

void runAsProgram(import.meta.url, run);
