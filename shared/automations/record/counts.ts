import { object, string } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { AUTOMATION_COUNTS_PREFIX, automationCountsKey, automationPartsPk } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { AutomationAddress } from './automation';
import type { Person, PersonStatus } from './person';

/** Name of a run in the counts of who entered by it: `run` and the digits of its date and time. */
const nameOfRun = (run: string) => `run${run.replaceAll(/\D/g, '')}`;
function readRun(name: string): string | undefined {
  const [, day, hour, minute] = /^run(\d{8})(\d\d)(\d\d)$/.exec(name) ?? [];
  if (day === undefined) return undefined;
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}`;
}

/** Name of a reason in the counts of a step. A provider's error may have any characters, a name only some. */
const nameOfReason = (step: number, reason: string) => `left${step}_${reason.replaceAll(/\W/g, '_')}`;

/** Returns how many people left at a step, by their reasons. */
export function reasonsAt(step: number, counts: Readonly<Record<string, number>>): Record<string, number> {
  const prefix = nameOfReason(step, '');
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([name, count]) => name.startsWith(prefix) && count > 0)
      .map(([name, count]) => [name.slice(prefix.length), count]),
  );
}

type End = Exclude<PersonStatus, 'waiting'>;

/** Additions to the counts of a version: `entered`, `exited`, of a step `reached0`, `exited0` … */
export class CountChanges {
  private readonly added: Record<string, number> = {};

  /** @param run run of a trigger that repeats, whose people are counted apart */
  enter(run?: string, count = 1): this {
    if (run !== undefined) this.add(nameOfRun(run), count);
    return this.add('entered', count).add('reached0', count);
  }

  /** Counts the steps that a person has passed, and the end of the way. */
  move(before: Person, after: Person, steps: number): this {
    for (let step = before.step + 1; step <= after.step && step < steps; step++) this.add(`reached${step}`);
    return after.status === 'waiting' ? this : this.end(after.status, after.step, { reason: after.reason });
  }

  /** Takes back the steps that a person passed after one whose text did not reach them. */
  takeBack(before: Person, step: number): this {
    for (let passed = step + 1; passed <= before.step; passed++) this.add(`reached${passed}`, -1);
    return this;
  }

  /** @param options.reason why a person left or failed; counted for each step */
  end(
    status: End,
    step: number,
    { count = 1, reason }: { count?: number; reason?: string | undefined },
  ): this {
    if (status !== 'completed' && reason !== undefined) this.add(nameOfReason(step, reason), count);
    return this.add(status, count).add(`${status}${step}`, count);
  }

  private add(name: string, count = 1): this {
    this.added[name] = (this.added[name] ?? 0) + count;
    return this;
  }

  write(address: AutomationAddress & { version: number; shard: number }): TransactItem {
    const { accountId } = address;
    return {
      Update: {
        Key: automationCountsKey(address),
        ...updateExpression({ add: this.added, set: { entity: countsItem.entity, accountId } }),
      },
    };
  }
}

const countsItem = defineItem({
  entity: 'automationCounts',
  key: (address: AutomationAddress & { version: number; shard: number }) => automationCountsKey(address),
  value: object({ accountId: string() }),
});

/** Returns how many people entered by each run, newest first. */
export function runsOf(counts: CountsByVersion, atMost: number): Array<{ run: string; entered: number }> {
  const runs = new Map<string, number>();
  for (const version of counts.values())
    for (const [name, count] of Object.entries(version)) {
      const run = readRun(name);
      if (run !== undefined) runs.set(run, (runs.get(run) ?? 0) + count);
    }
  return [...runs]
    .map(([run, entered]) => ({ run, entered }))
    .sort((a, b) => (a.run < b.run ? 1 : -1))
    .slice(0, atMost);
}

/** Sums of the counts of all versions, and of each one. */
type CountsByVersion = ReadonlyMap<number, Readonly<Record<string, number>>>;

export async function readPeopleCounts(table: Table, address: AutomationAddress): Promise<CountsByVersion> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': automationPartsPk(address), ':prefix': AUTOMATION_COUNTS_PREFIX },
    ConsistentRead: true,
  });
  const byVersion = new Map<number, Record<string, number>>();
  for (const item of items) {
    const version = Number(item.sk.split('#')[1]);
    const sums = byVersion.get(version) ?? {};
    for (const [name, value] of Object.entries(item))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
    byVersion.set(version, sums);
  }
  return byVersion;
}
