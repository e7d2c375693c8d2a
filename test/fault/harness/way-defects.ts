import type { Defect } from './defects';
import { GROUP_OF_STEPS } from './seeded-account';

type Read = Record<string, unknown>;
interface ReadPlan {
  exit?: unknown;
  steps: Array<{ wait?: { at?: unknown }; join?: string; leave?: string }>;
}

/** Spoils the plans of automations as they are read, for such a defect. */
export function spoilPlans(defect: Defect, answer: unknown): void {
  const { Items: items = [], Item: one } = answer as { Items?: Read[]; Item?: Read };
  for (const item of one ? [one] : items) {
    if (item.entity !== 'automationVersion') continue;
    const plan = item.plan as ReadPlan;
    if (defect === 'ignoresExit') delete plan.exit;
    for (const step of plan.steps) {
      if (defect === 'ignoresTimeOfDay' && step.wait) delete step.wait.at;
      if (defect !== 'forgetsJoin' || step.join === undefined) continue;
      delete step.join;
      step.leave = GROUP_OF_STEPS;
    }
  }
}

/** Gives the look for a run the date of the day after it. */
export function misdateRun(item: Read | undefined): void {
  if (item?.entity !== 'automationLook' || typeof item.run !== 'string' || item.position !== undefined)
    return;
  const [day = '', time = ''] = item.run.split('T');
  const next = new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, day.length);
  item.run = `${next}T${time}`;
}
