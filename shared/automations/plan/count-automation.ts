import { campaignItem } from '../../campaigns/record/campaign';
import { readCampaignCounters } from '../../campaigns/record/campaign-counters';
import type { Table } from '../../platform/store/table';
import { type Automation, type AutomationVersion, isSend } from '../record/automation';
import { runIdOf, sendIdOf } from '../record/send-id';
import { findVersions } from '../record/automation-store';
import { readPeopleCounts, reasonsAt, runsOf } from '../record/counts';

const RUNS_SHOWN = 20;
const COUNTS = [
  'entered',
  'waiting',
  'completed',
  'exited',
  'failed',
  'sent',
  'delivered',
  'read',
  'clicked',
  'optedOut',
] as const;
type Counts = Record<(typeof COUNTS)[number], number>;
const NONE: Counts = {
  ...{ entered: 0, waiting: 0, completed: 0, exited: 0, failed: 0 },
  ...{ sent: 0, delivered: 0, read: 0, clicked: 0, optedOut: 0 },
};

export interface CountedAutomation {
  counts: Counts;
  /** Counts of each step of the version that people enter. */
  steps: Counts[];
  /** Newest runs of a trigger that repeats. */
  runs: Array<Counts & { run: string }>;
}

/** Version of a started automation, with what became of its people. */
interface CountedVersion {
  version: AutomationVersion;
  counts: Counts;
  steps: Counts[];
  /** People who left or failed at each step, by their reasons. */
  leftBy: Array<Record<string, number>>;
}

/** Counts the people and the texts of an automation, of all versions together. **Source:** rules E10.5. */
export async function countAutomation(table: Table, automation: Automation): Promise<CountedAutomation> {
  const { activeVersion, steps } = automation;
  if (activeVersion === undefined) return { counts: NONE, steps: steps.map(() => NONE), runs: [] };
  const { versions, runs } = await countVersions(table, automation);
  return {
    counts: sumOf(versions.map(({ counts }) => counts)),
    steps: versions.find(({ version }) => version.version === activeVersion)?.steps ?? [],
    runs,
  };
}

/** Counts the people and the texts of each version that was started, oldest first. **Source:** rules E10.5. */
export async function countVersions(
  table: Table,
  { accountId, id: automationId }: Automation,
): Promise<{ versions: CountedVersion[]; runs: CountedAutomation['runs'] }> {
  const address = { accountId, automationId };
  const [people, versions] = await Promise.all([
    readPeopleCounts(table, address),
    findVersions(table, address),
  ]);
  const counted = await Promise.all(
    versions.map((version) => countVersion(table, version, people.get(version.version) ?? {})),
  );
  return {
    versions: counted.sort((one, other) => one.version.version - other.version.version),
    runs: await Promise.all(runsOf(people, RUNS_SHOWN).map((run) => countRun(table, { automationId, run }))),
  };
}

async function countVersion(
  table: Table,
  version: AutomationVersion,
  counted: Readonly<Record<string, number>>,
): Promise<CountedVersion> {
  const { entered = 0, completed = 0, exited = 0, failed = 0 } = counted;
  const { steps } = version.plan;
  const sends = await countSends(table, version);
  const waiting = entered - completed - exited - failed;
  return {
    version,
    counts: sumOf([{ ...NONE, entered, waiting, completed, exited, failed }, ...sends]),
    steps: steps.map((_, index) =>
      sumOf([stepCounts(counted, { index, steps: steps.length }), sends[index] ?? NONE]),
    ),
    leftBy: steps.map((_, index) => ({
      ...reasonsAt(index, counted),
      // Who leaves during a wait at the end is behind the last step.
      ...(index + 1 === steps.length && reasonsAt(steps.length, counted)),
    })),
  };
}

/** Adds the texts of a run to its people. */
async function countRun(
  table: Table,
  { automationId, run: people }: { automationId: string; run: ReturnType<typeof runsOf>[number] },
): Promise<Counts & { run: string }> {
  const { run, entered, completed, exited, failed } = people;
  const { sent, delivered, read, clicked, optedOut } = await readCampaignCounters(
    table,
    runIdOf({ automationId, run }),
  );
  const waiting = entered - completed - exited - failed;
  return { run, entered, waiting, completed, exited, failed, sent, delivered, read, clicked, optedOut };
}

function stepCounts(
  counted: Readonly<Record<string, number>>,
  { index, steps }: { index: number; steps: number },
): Counts {
  const of = (name: string) => counted[name] ?? 0;
  const entered = of(`reached${index}`);
  // Who has left after the last step has passed it.
  const isLast = index + 1 === steps;
  const completed = isLast ? of(`completed${steps}`) : of(`reached${index + 1}`);
  // People in the wait of the last step have no step after it.
  const ended = (status: string) => of(`${status}${index}`) + (isLast ? of(`${status}${steps}`) : 0);
  const [exited, failed] = [ended('exited'), ended('failed')];
  const waiting = Math.max(0, entered - completed - exited - failed);
  return { ...NONE, entered, waiting, completed, exited, failed };
}

async function countSends(table: Table, { accountId, automationId, version, plan }: AutomationVersion) {
  return Promise.all(
    plan.steps.map(async (step, index): Promise<Counts> => {
      if (!isSend(step)) return NONE;
      const id = sendIdOf({ automationId, version, step: index });
      const [item, { delivered, read, clicked, optedOut }] = await Promise.all([
        table.get(campaignItem.key({ accountId, id })),
        readCampaignCounters(table, id),
      ]);
      const sent = campaignItem.readIfAny(item)?.counts.sent ?? 0;
      return { ...NONE, sent, delivered, read, clicked, optedOut };
    }),
  );
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = { ...NONE };
  for (const counts of all) for (const name of COUNTS) sum[name] += counts[name];
  return sum;
}
