import { array, type InferOutput, literal, number, object, optional, picklist, string, union } from 'valibot';
import { storedActor } from '../../accounts/actor';
import { storedDecision } from '../../approvals/approval';
import { FIELD_REFERENCES, STORED_PARTS } from '../../audience/segments/stored-audience';
import { storedHours, WEEKDAYS } from '../../calendar/sending-hours';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { automationKey, automationVersionKey } from '../../platform/store/keys';

/**
 * Statuses of an automation. In `awaitingApproval` a changed automation goes on with the version that was approved.
 * **Source:** rules E10.
 */
export const AUTOMATION_STATUSES = ['draft', 'awaitingApproval', 'running', 'paused', 'stopped'] as const;
export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];

/** Audience or condition, a condition being an audience with nothing but a filter. */
const storedCondition = object({ ...STORED_PARTS, fieldReferences: FIELD_REFERENCES });
export type StoredCondition = InferOutput<typeof storedCondition>;

const storedTrigger = union([
  object({ joined: string() }),
  object({ event: string() }),
  /** `date` is met by contacts that have the date. */
  object({ date: storedCondition, offsetDays: number(), at: string() }),
  object({ every: literal('day'), at: string(), audience: storedCondition }),
  object({
    every: literal('week'),
    on: optional(array(picklist(WEEKDAYS))),
    at: string(),
    audience: storedCondition,
  }),
  object({ every: literal('month'), on: optional(number()), at: string(), audience: storedCondition }),
]);
export type StoredTrigger = InferOutput<typeof storedTrigger>;

const time = { at: optional(string()) };
const storedStep = union([
  object({
    wait: union([
      object({ minutes: number(), ...time }),
      object({ hours: number(), ...time }),
      object({ days: number(), ...time }),
    ]),
  }),
  object({ send: object({ body: optional(string()), mediaUrl: optional(string()) }) }),
  object({ stopUnless: storedCondition }),
  object({ join: string() }),
  object({ leave: string() }),
]);
export type StoredStep = InferOutput<typeof storedStep>;

/** Fields of an automation that clients write. **Source:** rules E10. */
const PLAN = {
  name: string(),
  from: string(),
  purpose: picklist(['marketing', 'informational', 'emergency']),
  trigger: storedTrigger,
  audience: optional(storedCondition),
  entry: union([literal('once'), literal('always'), object({ onceInDays: number() })]),
  steps: array(storedStep),
  exit: optional(storedCondition),
  sendingHours: optional(storedHours),
};
const storedPlan = object(PLAN);
export type AutomationPlan = InferOutput<typeof storedPlan>;

/** **Source:** rules E10. */
export const automationItem = defineItem({
  entity: 'automation',
  key: ({ accountId, id }: { accountId: string; id: string }) => automationKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    ...PLAN,
    status: picklist(AUTOMATION_STATUSES),
    /** Number of the plan above; counted up whenever a started automation is changed. */
    version: number(),
    /** Version that people enter; absent before the first start. */
    activeVersion: optional(number()),
    /** Time of the first start: who joined a group before it does not enter. */
    activeSince: optional(string()),
    /** Highest number that a version has had. */
    lastVersion: number(),
    /** Number of writes, but for those of the time at which the timer looks. */
    revision: number(),
    startedBy: optional(storedActor),
    startedAt: optional(string()),
    /** Note of who started or changed it to who decides on it. */
    note: optional(string()),
    stoppedAt: optional(string()),
    decision: optional(storedDecision),
    decidedBy: optional(storedActor),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type Automation = ValueOf<typeof automationItem>;
export interface AutomationAddress {
  accountId: string;
  automationId: string;
}

/** Version of a started automation. People on their way keep to theirs. */
export const automationVersionItem = defineItem({
  entity: 'automationVersion',
  key: (address: AutomationAddress & { version: number }) => automationVersionKey(address),
  value: object({
    accountId: string(),
    automationId: string(),
    version: number(),
    plan: storedPlan,
    /** Time from which people enter it. */
    activeFrom: string(),
  }),
});
export type AutomationVersion = ValueOf<typeof automationVersionItem>;

export const planOfAutomation = (automation: AutomationPlan): AutomationPlan => {
  const { name, from, purpose, trigger, audience, entry, steps, exit, sendingHours } = automation;
  return { name, from, purpose, trigger, audience, entry, steps, exit, sendingHours };
};

/** Returns true while people enter and go on. */
export const isAtWork = ({ status, activeVersion }: Pick<Automation, 'status' | 'activeVersion'>): boolean =>
  activeVersion !== undefined && (status === 'running' || status === 'awaitingApproval');

/** Returns true while people enter: also during a pause, after which they go on. */
export const takesPeople = ({
  status,
  activeVersion,
}: Pick<Automation, 'status' | 'activeVersion'>): boolean =>
  activeVersion !== undefined && status !== 'draft' && status !== 'stopped';

export const isSend = (step: StoredStep | undefined): step is Extract<StoredStep, { send: unknown }> =>
  step !== undefined && 'send' in step;

/** Time after which a person who was due is not sent to any more. **Source:** rules E10.4. */
export const MISSED_AFTER_MS = 24 * 60 * 60 * 1000;
