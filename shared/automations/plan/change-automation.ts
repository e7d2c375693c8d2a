import type { Account } from '../../accounts/account';
import { type Actor, areSame } from '../../accounts/actor';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import type { Approval, Rejection } from '../../campaigns/plan/campaign.schema';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { MAX_AUTOMATIONS } from '../../limits';
import { isoNow } from '../../platform/clock';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import { awaitHandOvers, findHandingOver } from '../../sending/jobs/results/await-hand-overs';
import { type Automation, automationItem, automationVersionItem } from '../record/automation';
import type { AutomationBody, AutomationPatch } from '../record/automation.schema';
import { findAutomationJobs } from '../record/automation-job';
import { findAutomationOrThrow, findAutomations } from '../record/automation-store';
import { checkStart, type PlanDeps, readPlan } from './check-automation';
import { presentPlan } from './present-automation';
import { saveAutomation, setSends, versionWrites } from './internal/save-automation';

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
  const others = await findAutomations(deps.table, account.id);
  if (others.filter(({ status }) => status !== 'stopped').length >= MAX_AUTOMATIONS)
    throw invalidRequest({
      pointer: '',
      reason: `the account has ${MAX_AUTOMATIONS} automations already: stop or delete one`,
    });
  const now = isoNow(deps.clock);
  const automation: Automation = {
    ...plan,
    id: deps.ids.next('aut'),
    accountId: account.id,
    status: 'draft',
    ...{ version: 1, lastVersion: 1, activeVersion: undefined, revision: 1 },
    ...NOT_STARTED,
    stoppedAt: undefined,
    ...{ decision: undefined, decidedBy: undefined, createdAt: now, updatedAt: now },
  };
  await deps.table.put({
    Item: automationItem.item(automation, automation),
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return automation;
}

const NOT_STARTED = { startedBy: undefined, startedAt: undefined };

/**
 * Changes an automation. A started one gets a new version: people on their way end on theirs.
 *
 * @throws ServiceError NoSuchResource, InvalidState, the errors of `readPlan` and of `checkStart`
 */
export async function updateAutomation(
  deps: PlanDeps,
  request: Request<AutomationPatch>,
): Promise<Automation> {
  const { account, schema, body: patch, actor } = request;
  return change(deps, request, async (automation) => {
    if (automation.status === 'stopped' || automation.status === 'awaitingApproval') return 'refused';
    const merged = Object.fromEntries(
      Object.entries({ ...presentPlan(automation, schema), ...patch }).filter(([, value]) => value !== null),
    ) as AutomationBody;
    const plan = await readPlan(deps, { account, schema, body: merged });
    if (automation.activeVersion === undefined) return { ...automation, ...plan };
    await checkStart(deps, { account, schema, plan });
    const version = automation.lastVersion + 1;
    const changed = { ...automation, ...plan, version, lastVersion: version };
    return needsApproval(account) && automation.status === 'running'
      ? { ...changed, ...askedBy(deps, actor), status: 'awaitingApproval' }
      : activate(changed);
  });
}

/** Without a limit of recipients any number of people can enter, so that an account with approvals needs one. */
const needsApproval = ({ approvalAbove }: Account) => approvalAbove !== undefined;

const askedBy = (deps: PlanDeps, actor: Actor) => ({
  startedBy: actor,
  startedAt: isoNow(deps.clock),
  decision: undefined,
  decidedBy: undefined,
});
const activate = (automation: Automation): Automation => ({
  ...automation,
  activeVersion: automation.version,
});

/** @throws ServiceError NoSuchResource, InvalidState, the errors of `checkStart` */
export async function startAutomation(deps: PlanDeps, request: Request): Promise<Automation> {
  const { account, schema, actor } = request;
  return change(deps, request, async (automation) => {
    if (automation.status === 'running' || automation.status === 'awaitingApproval') return 'done';
    if (automation.status !== 'draft') return 'refused';
    await checkStart(deps, { account, schema, plan: automation });
    const asked = { ...automation, ...askedBy(deps, actor) };
    return needsApproval(account)
      ? { ...asked, status: 'awaitingApproval' }
      : activate({ ...asked, status: 'running' });
  });
}

export type Steering = 'pause' | 'resume' | 'stop';

/**
 * Pauses, resumes or stops an automation. A repeated step changes nothing. A pause and a stop wait while more send
 * batches are in flight than may be sent after the answer.
 *
 * @throws ServiceError NoSuchResource, InvalidState
 *
 * **Source:** rules E10.4.
 */
export async function steerAutomation(
  deps: PlanDeps,
  request: Request & { step: Steering },
): Promise<Automation> {
  const { step } = request;
  const automation = await change(deps, request, (current) => Promise.resolve(steer(step, current, deps)));
  const sends = { pause: 'paused', resume: 'sending', stop: 'cancelled' } as const;
  if (automation.activeVersion === undefined) return automation;
  await setSends(deps, automation, sends[step]);
  if (step !== 'resume') {
    const { accountId, id: automationId } = automation;
    const jobIds = await findAutomationJobs(deps.table, { accountId, automationId });
    await awaitHandOvers(deps, await findHandingOver(deps.table, jobIds));
  }
  return automation;
}

function steer(step: Steering, automation: Automation, { clock }: PlanDeps): Automation | 'done' | 'refused' {
  const { status } = automation;
  switch (step) {
    case 'pause':
      if (status === 'paused') return 'done';
      return status === 'running' ? { ...automation, status: 'paused' } : 'refused';
    case 'resume':
      if (status === 'running') return 'done';
      return status === 'paused' ? { ...automation, status: 'running' } : 'refused';
    case 'stop':
      if (status === 'stopped') return 'done';
      return { ...automation, status: 'stopped', stoppedAt: isoNow(clock) };
  }
}

/** @throws ServiceError NoSuchResource, InvalidState for one that was started */
export async function deleteAutomation(
  deps: PlanDeps,
  address: { accountId: string; automationId: string },
): Promise<void> {
  const automation = await findAutomationOrThrow(deps.table, address);
  const { status } = automation;
  if (status !== 'draft') throw new ServiceError('InvalidState', { details: { status } });
  await deps.table.delete({
    Key: automationItem.key(automation),
    ConditionExpression: '#status = :draft',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':draft': 'draft' },
  });
}

interface Decision<Body> extends Omit<Request, 'body'> {
  readBody: () => Body;
}

/** @throws ServiceError Forbidden for an API key and for who started it; NoSuchResource; InvalidState */
export async function approveAutomation(deps: PlanDeps, decision: Decision<Approval>): Promise<Automation> {
  const { account, schema, actor } = decision;
  return decide(deps, decision, async (automation) => {
    const { comment } = decision.readBody();
    await checkStart(deps, { account, schema, plan: automation });
    const at = isoNow(deps.clock);
    return activate({
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
    return changed(automation);
  });
}

/** Returns true for a person who did not start or change the automation that waits for an approval. */
export const mayDecideOn = ({ status, startedBy }: Automation, actor: Actor): boolean =>
  status === 'awaitingApproval' && actor.kind !== 'apiKey' && !(startedBy && areSame(startedBy, actor));

async function change(
  deps: PlanDeps,
  { account, automationId }: { account: Account; automationId: string },
  changed: (automation: Automation) => Promise<Automation | 'done' | 'refused'>,
): Promise<Automation> {
  return retryOnConflict(deps.table.waits, async () => {
    const before = await findAutomationOrThrow(deps.table, { accountId: account.id, automationId });
    const after = await changed(before);
    if (after === 'done') return before;
    const { status } = before;
    if (after === 'refused') throw new ServiceError('InvalidState', { details: { status } });
    const isNewVersion = after.activeVersion !== undefined && after.activeVersion !== before.activeVersion;
    const also = isNewVersion ? versionWrites(after, account, deps.clock.now()) : [];
    return saveAutomation(deps, { before, after, also });
  });
}
