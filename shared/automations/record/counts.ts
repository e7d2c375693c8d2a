import { object, string } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { AUTOMATION_COUNTS_PREFIX, automationCountsKey, automationPartsPk } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { AutomationAddress } from './automation';
import { type Person, type PersonStatus, runOf } from './person';

/** Name of a run in the counts of its people: `run`, the digits of its date and time, and what is counted. */
const nameOfRun = (run: string, counted: string) => `run${run.replaceAll(/\D/g, '')}${counted}`;
function readRun(name: string): { run: string; counted: string } | undefined {
  const [, day, hour, minute, counted] = /^run(\d{8})(\d\d)(\d\d)([a-z]+)$/.exec(name) ?? [];
  if (day === undefined || counted === undefined) return undefined;
  return { run: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}`, counted };
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
type Entry = Parameters<typeof runOf>[0];

/** Additions to the counts of a version: `entered`, `exited`, of a step `reached0`, `exited0` … */
export class CountChanges {
  private readonly added: Record<string, number> = {};

  enter(person: Entry, count = 1): this {
    return this.addInRun(person, 'entered', count).add('entered', count).add('reached0', count);
  }

  /** Counts the steps that a person has passed, and the end of the way. */
  move(before: Person, after: Person, steps: number): this {
    for (let step = before.step + 1; step <= after.step && step < steps; step++) this.add(`reached${step}`);
    return after.status === 'waiting' ? this : this.end(after, after.status);
  }

  /** Takes back the steps that a person passed after one whose text did not reach them. */
  takeBack(before: Person, step: number, steps: number): this {
    for (let passed = step + 1; passed <= before.step && passed < steps; passed++)
      this.add(`reached${passed}`, -1);
    return this;
  }

  /** Counts the end of a way, with the `reason` of who left or failed for each step. */
  end(person: Entry & Pick<Person, 'step' | 'reason'>, status: End, count = 1): this {
    const { step, reason } = person;
    if (status !== 'completed' && reason !== undefined) this.add(nameOfReason(step, reason), count);
    return this.addInRun(person, status, count).add(status, count).add(`${status}${step}`, count);
  }

  private addInRun(person: Entry, name: string, count: number): this {
    const run = runOf(person);
    return run === undefined ? this : this.add(nameOfRun(run, name), count);
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

interface PeopleOfRun {
  run: string;
  entered: number;
  completed: number;
  exited: number;
  failed: number;
}

/** Returns the people of each run, newest run first. */
export function runsOf(counts: CountsByVersion, atMost: number): PeopleOfRun[] {
  const runs = new Map<string, Record<string, number>>();
  for (const version of counts.values())
    for (const [name, count] of Object.entries(version)) {
      const { run, counted } = readRun(name) ?? {};
      if (run === undefined || counted === undefined) continue;
      const sums = runs.get(run) ?? {};
      sums[counted] = (sums[counted] ?? 0) + count;
      runs.set(run, sums);
    }
  return [...runs]
    .map(([run, { entered = 0, completed = 0, exited = 0, failed = 0 }]) => ({
      ...{ run, entered, completed, exited, failed },
    }))
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
