import type { Account } from '../../accounts/account';
import { type Actor, areSame } from '../../accounts/actor';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { checkIsAsLookedAt } from '../../approvals/check-is-as-looked-at';
import { checkReason } from '../../approvals/check-reason';
import { mergeHours } from '../../calendar/merge-hours';
import type { Approval, Rejection } from '../../campaigns/plan/campaign.schema';
import type { Submission } from '../../campaigns/plan/launch-campaign';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { MAX_AUTOMATIONS } from '../../limits';
import { isoNow } from '../../platform/clock';
import { required } from '../../platform/store/commit';
import { commitWithin } from '../../platform/store/commit-within';
import { automationCreationsKey } from '../../platform/store/keys';
import { type Automation, automationItem, automationVersionItem } from '../record/automation';
import type { AutomationBody, AutomationPatch } from '../record/automation.schema';
import { findAutomationOrThrow, findAutomations } from '../record/automation-store';
import { checkStart, type PlanDeps, readPlan } from './check-automation';
import { presentPlan } from './present-automation';
import { activate, change, needsApproval } from './internal/change-stored';

interface Request<Body = undefined> {
  account: Account;
  schema: CustomFieldSchema;
  automationId: string;
  actor: Actor;
  body: Body;
}

/** @throws ServiceError InvalidRequest, also for more automations than an account may have; the errors of `readPlan` */
export async function createAutomation(
  deps: PlanDeps,
  request: Omit<Request<AutomationBody>, 'automationId'>,
): Promise<Automation> {
  const { account } = request;
  const plan = await readPlan(deps, request);
  const now = isoNow(deps.clock);
  const automation: Automation = {
    ...plan,
    id: deps.ids.next('aut'),
    accountId: account.id,
    status: 'draft',
    ...{ version: 1, lastVersion: 1, activeVersion: undefined, activeSince: undefined, revision: 1 },
    ...NOT_STARTED,
    stoppedAt: undefined,
    ...{ decision: undefined, decidedBy: undefined, createdAt: now, updatedAt: now },
  };
  await commitWithin(deps.table, {
    key: automationCreationsKey(account.id),
    refuseFull: () => refuseFull(deps, account),
    parts: required([
      {
        Put: {
          Item: automationItem.item(automation, automation),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]),
  });
  return automation;
}

async function refuseFull({ table }: PlanDeps, account: Account): Promise<void> {
  const others = await findAutomations(table, account.id);
  if (others.filter(({ status }) => status !== 'stopped').length < MAX_AUTOMATIONS) return;
  throw invalidRequest({
    pointer: '',
    reason: `the account has ${MAX_AUTOMATIONS} automations already: stop or delete one`,
  });
}

const NOT_STARTED = { startedBy: undefined, startedAt: undefined };

/**
 * Changes an automation. A started one gets a new version: people on their way end on theirs. That is a start of new
 * texts, so that it takes the right to start.
 *
 * @throws ServiceError NoSuchResource, InvalidState, Forbidden, the errors of `readPlan` and of `checkStart`
 */
export async function updateAutomation(
  deps: PlanDeps,
  request: Request<AutomationPatch> & {
    /** @throws ServiceError Forbidden */
    checkMayStart: () => void;
  },
): Promise<Automation> {
  const { account, schema, body: patch, actor } = request;
  return change(deps, request, async (automation) => {
    if (automation.status === 'stopped' || automation.status === 'awaitingApproval') return 'refused';
    const before = presentPlan(automation, schema);
    const sendingHours = mergeHours(automation.sendingHours, patch.sendingHours, '/sendingHours');
    const merged = Object.fromEntries(
      Object.entries({ ...before, ...patch, sendingHours }).filter(([, value]) => value !== null),
    ) as AutomationBody;
    const plan = await readPlan(deps, { account, schema, body: merged });
    if (automation.activeVersion === undefined) return { ...automation, ...plan };
    request.checkMayStart();
    await checkStart(deps, { account, schema, plan });
    const version = automation.lastVersion + 1;
    const changed = { ...automation, ...plan, version, lastVersion: version };
    if (!needsApproval(account)) return activate(deps, changed);
    // A paused one asks for the approval when it is resumed.
    const status = automation.status === 'paused' ? 'paused' : 'awaitingApproval';
    return { ...changed, ...askedBy(deps, actor), status };
  });
}

const askedBy = (deps: PlanDeps, actor: Actor) => ({
  startedBy: actor,
  startedAt: isoNow(deps.clock),
  note: undefined,
  decision: undefined,
  decidedBy: undefined,
});

type Start = Omit<Request, 'body'> & {
  /** Absent for a start by who has the right. */
  submission?: Submission | undefined;
  beforeWrite?: TellStatus | undefined;
};

/**
 * Starts a draft, or submits it for approval. One that was started before is returned as it is.
 *
 * @throws ServiceError NoSuchResource; InvalidState, also for a submission of an automation that another user or
 *   a key has started; the errors of `checkStart`
 */
export async function startAutomation(deps: PlanDeps, request: Start): Promise<Automation> {
  const { account, schema, actor, submission } = request;
  return change(deps, request, async (automation) => {
    const { startedBy } = automation;
    if (automation.status === 'running' || automation.status === 'awaitingApproval') {
      return submission && startedBy && !areSame(startedBy, actor) ? 'refused' : 'done';
    }
    if (automation.status !== 'draft') return 'refused';
    await checkStart(deps, { account, schema, plan: automation });
    const asked = { ...automation, ...askedBy(deps, actor), note: submission?.note };
    const status = submission || needsApproval(account) ? 'awaitingApproval' : 'running';
    request.beforeWrite?.({ status: automation.status }, { status, note: asked.note });
    return status === 'running' ? activate(deps, { ...asked, status }) : { ...asked, status };
  });
}

/** @throws ServiceError NoSuchResource, InvalidState for one that was started */
export async function deleteAutomation(
  deps: PlanDeps,
  address: { accountId: string; automationId: string },
): Promise<void> {
  const automation = await findAutomationOrThrow(deps.table, address);
  const { status } = automation;
  if (status !== 'draft') throw new ServiceError('InvalidState', { details: { status } });
  const { written } = await deps.table.delete({
    Key: automationItem.key(automation),
    ConditionExpression: '#status = :draft',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':draft': 'draft' },
  });
  // It was started, or deleted, meanwhile.
  if (!written) return deleteAutomation(deps, address);
}

/** Called with the status of an automation before a change and after it, for the audit log. */
type TellStatus = (before: object, after: object) => void;

interface Decision<Body> extends Omit<Request, 'body'> {
  readBody: () => Body;
  beforeWrite?: TellStatus | undefined;
}

/** @throws ServiceError Forbidden for an API key and for who started it; NoSuchResource; InvalidState */
export async function approveAutomation(deps: PlanDeps, decision: Decision<Approval>): Promise<Automation> {
  const { account, schema, actor } = decision;
  return decide(deps, decision, async (automation) => {
    const { comment, askedAt } = decision.readBody();
    checkIsAsLookedAt(automation.startedAt, askedAt);
    await checkStart(deps, { account, schema, plan: automation });
    const at = isoNow(deps.clock);
    return activate(deps, {
      ...automation,
      status: 'running',
      decision: { status: 'approved', at, comment, reason: undefined },
      decidedBy: actor,
    });
  });
}

/** Rejects a start, which makes it a draft again, or a change, after which the approved version goes on. */
export async function rejectAutomation(deps: PlanDeps, decision: Decision<Rejection>): Promise<Automation> {
  return decide(deps, decision, async (automation) => {
    const { reason } = decision.readBody();
    checkReason(reason);
    const { accountId, id: automationId, activeVersion } = automation;
    const at = isoNow(deps.clock);
    const decided: Automation = {
      ...automation,
      decision: { status: 'rejected', at, reason, comment: undefined },
      decidedBy: decision.actor,
    };
    if (activeVersion === undefined) return { ...decided, ...NOT_STARTED, status: 'draft' };
    const key = automationVersionItem.key({ accountId, automationId, version: activeVersion });
    const approved = automationVersionItem.readIfAny(await deps.table.get(key));
    return { ...decided, ...approved?.plan, version: activeVersion, status: 'running' };
  });
}

async function decide<Body>(
  deps: PlanDeps,
  decision: Decision<Body>,
  changed: (automation: Automation) => Promise<Automation>,
): Promise<Automation> {
  const { actor } = decision;
  return change(deps, decision, async (automation) => {
    if (actor.kind === 'apiKey') throw new ServiceError('Forbidden', { cause: 'apiKey' });
    if (automation.status !== 'awaitingApproval') return 'refused';
    if (!mayDecideOn(automation, actor)) throw new ServiceError('Forbidden', { cause: 'launcher' });
    const decided = await changed(automation);
    decision.beforeWrite?.({ status: automation.status }, { status: decided.status });
    return decided;
  });
}

/** Returns true for a person who did not start or change the automation that waits for an approval. */
export const mayDecideOn = ({ status, startedBy }: Automation, actor: Actor): boolean =>
  status === 'awaitingApproval' && actor.kind !== 'apiKey' && !(startedBy && areSame(startedBy, actor));
