import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import type { CheckedAudience } from '../../audience/segments/audience';
import { audienceOfSegment } from '../../audience/segments/segment';
import type { Automation, AutomationPlan, StoredCondition, StoredTrigger } from '../record/automation';
import type { CountedAutomation } from './count-automation';

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
