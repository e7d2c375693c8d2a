import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import type { CheckedAudience } from '../../audience/segments/audience';
import { audienceOfSegment } from '../../audience/segments/segment';
import { campaignItem } from '../../campaigns/record/campaign';
import { readCampaignCounters } from '../../campaigns/record/campaign-counters';
import type { Table } from '../../platform/store/table';
import {
  type Automation,
  type AutomationPlan,
  type AutomationVersion,
  isSend,
  sendIdOf,
  type StoredCondition,
  type StoredTrigger,
} from '../record/automation';
import { findVersions } from '../record/automation-store';
import { readPeopleCounts, runsOf } from '../record/counts';

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

interface CountedAutomation {
  counts: Counts;
  /** Counts of each step of the version that people enter. */
  steps: Counts[];
  /** Newest runs of a trigger that repeats. */
  runs: Array<{ run: string; entered: number }>;
}

/** Counts the people and the texts of an automation, of all versions together. **Source:** rules E10.5. */
export async function countAutomation(table: Table, automation: Automation): Promise<CountedAutomation> {
  const { accountId, id: automationId, activeVersion, steps } = automation;
  if (activeVersion === undefined) return { counts: NONE, steps: steps.map(() => NONE), runs: [] };
  const address = { accountId, automationId };
  const [people, versions] = await Promise.all([
    readPeopleCounts(table, address),
    findVersions(table, address),
  ]);
  let total = NONE;
  let ofSteps: Counts[] = [];
  for (const version of versions) {
    const counted = people.get(version.version) ?? {};
    const { entered = 0, completed = 0, exited = 0, failed = 0 } = counted;
    const sends = await countSends(table, version);
    const waiting = entered - completed - exited - failed;
    total = add(total, { ...NONE, entered, waiting, completed, exited, failed });
    for (const send of sends) total = add(total, send);
    if (version.version === activeVersion)
      ofSteps = version.plan.steps.map((_, index) =>
        add(stepCounts(counted, { index, steps: version.plan.steps.length }), sends[index] ?? NONE),
      );
  }
  return { counts: total, steps: ofSteps, runs: runsOf(people, RUNS_SHOWN) };
}

function stepCounts(
  counted: Readonly<Record<string, number>>,
  { index, steps }: { index: number; steps: number },
): Counts {
  const of = (name: string) => counted[name] ?? 0;
  const entered = of(`reached${index}`);
  // Who has left after the last step has passed it.
  const completed = index + 1 < steps ? of(`reached${index + 1}`) : of(`completed${steps}`);
  const [exited, failed] = [of(`exited${index}`), of(`failed${index}`)];
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

const add = (one: Counts, other: Counts): Counts => {
  const sum = { ...one };
  for (const name of COUNTS) sum[name] += other[name];
  return sum;
};

function presentTrigger(trigger: StoredTrigger, partsOf: (condition: StoredCondition) => CheckedAudience) {
  if ('every' in trigger) return { ...trigger, audience: partsOf(trigger.audience) };
  if (!('date' in trigger)) return trigger;
  const { filter } = partsOf(trigger.date);
  return { ...trigger, date: filter && 'field' in filter ? filter.field : '' };
}

/** Builds the plan as clients write it, with the labels that custom fields have now. */
export function presentPlan(plan: AutomationPlan, schema: CustomFieldSchema) {
  const { name, from, purpose, trigger, audience, entry, steps, exit, sendingHours } = plan;
  const partsOf = ({ fieldReferences, ...parts }: StoredCondition) =>
    audienceOfSegment({ audience: parts, fieldReferences }, schema);
  return {
    ...{ name, from, purpose },
    trigger: presentTrigger(trigger, partsOf),
    ...(audience && { audience: partsOf(audience) }),
    entry,
    steps: steps.map((step) =>
      'stopUnless' in step ? { stopUnless: partsOf(step.stopUnless).filter } : step,
    ),
    ...(exit && { exit: partsOf(exit).filter }),
    ...(sendingHours && { sendingHours }),
  };
}

/** Builds the API form of an automation. **Source:** rules E10. */
export function presentAutomation(
  automation: Automation,
  { schema, counted }: { schema: CustomFieldSchema; counted: CountedAutomation },
) {
  const { id, status, version, startedAt, stoppedAt, createdAt, updatedAt, decision, decidedBy } = automation;
  return {
    ...{ id, status, version },
    ...presentPlan(automation, schema),
    counts: { ...counted.counts, steps: counted.steps },
    ...('every' in automation.trigger && { runs: counted.runs }),
    ...{ createdAt, updatedAt },
    ...(startedAt !== undefined && { startedAt }),
    ...(stoppedAt !== undefined && { stoppedAt }),
    ...(decision &&
      decidedBy && {
        approval: {
          status: decision.status,
          by: { kind: decidedBy.kind, id: decidedBy.id },
          at: decision.at,
          ...(decision.comment !== undefined && { comment: decision.comment }),
          ...(decision.reason !== undefined && { reason: decision.reason }),
        },
      }),
  };
}
