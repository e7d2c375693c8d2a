import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { findGroups } from '../../audience/groups/group-store';
import type { Audience } from '../../audience/segments/audience';
import type { Campaigns } from '../../audience/segments/campaigns';
import { checkCondition } from '../../audience/segments/check-condition';
import { resolveAudience } from '../../audience/segments/resolve-audience';
import { referencesOf } from '../../audience/segments/segment';
import { storeAudience } from '../../audience/segments/stored-audience';
import { nextOpening } from '../../calendar/hours';
import { refuseSendingHours } from '../../calendar/sending-hours';
import { readTimeOfDay } from '../../calendar/time-of-day';
import { refuseDoubt } from '../../content/doubtful-tags';
import { refuseWithoutOptOut } from '../../campaigns/plan/words-take-no-stop';
import { timingOfAccount } from '../../campaigns/record/campaign-timing';
import { findRegisteredLinks } from '../../campaigns/record/registered-links';
import { zonesOf } from '../../campaigns/timing/schedule';
import { hoursOf } from '../../campaigns/timing/send-time';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { parseSender } from '../../phone-numbers/e164';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { accountNumberKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { checkSender, refuseWhilePaused } from '../../senders/check-sender';
import { senderKeys } from '../../senders/number';
import { readActiveMembers } from '../../senders/read-members';
import type { Sender } from '../../senders/sender';
import { checkBody, checkCharacters } from '../../sending/compose/prepare-body';
import { findDoubts } from '../../sending/compose/warn-of-body';
import { isStorableText } from '../../text/storable-text';
import { type AutomationPlan, isSend, type StoredCondition, type StoredStep } from '../record/automation';
import type { AutomationBody } from '../record/automation.schema';
import { readTrigger } from './internal/read-trigger';

export type PlanDeps = Pick<Platform, 'table' | 'clock' | 'ids'> & { campaigns: Campaigns };
interface Owner {
  account: Account;
  schema: CustomFieldSchema;
}

/**
 * Checks the form of an automation, and looks up its groups and the fields of its conditions. The start checks sender
 * and texts.
 *
 * @throws ServiceError InvalidRequest, InvalidPhoneNumber, InvalidCharacters, GroupNotFound
 *
 * **Source:** rules E10.
 */
export async function readPlan(
  deps: PlanDeps,
  { body, ...owner }: Owner & { body: AutomationBody },
): Promise<AutomationPlan> {
  const { name, from, purpose, trigger, entry, sendingHours } = body;
  if (parseSender(from) === undefined)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notASender', details: { field: 'from' } });
  const refusal = sendingHours && refuseSendingHours(sendingHours, '/sendingHours');
  if (refusal) throw invalidRequest(refusal);
  const storedTrigger = await readTrigger(trigger, {
    schema: owner.schema,
    read: (audience, pointer) => readCondition(deps, owner, { audience, pointer }),
  });
  const steps: StoredStep[] = [];
  for (const [index, step] of body.steps.entries())
    steps.push(await readStep(deps, owner, { step, pointer: `/steps/${index}` }));
  await checkGroups(deps, owner.account, [
    ...('joined' in storedTrigger ? [storedTrigger.joined] : []),
    ...steps.flatMap((step) => ('join' in step ? [step.join] : 'leave' in step ? [step.leave] : [])),
  ]);
  return {
    ...{ name, from, purpose, steps },
    trigger: storedTrigger,
    entry: typeof entry === 'object' ? { onceInDays: entry.onceInDays } : entry,
    audience:
      body.audience && (await readCondition(deps, owner, { audience: body.audience, pointer: '/audience' })),
    exit: body.exit && (await readFilter(deps, owner, { filter: body.exit, pointer: '/exit' })),
    sendingHours: sendingHours && { ...sendingHours, days: sendingHours.days && [...sendingHours.days] },
  };
}

async function readStep(
  deps: PlanDeps,
  owner: Owner,
  { step, pointer }: { step: AutomationBody['steps'][number]; pointer: string },
): Promise<StoredStep> {
  const { wait, send, stopUnless, join, leave } = step;
  if (wait) return { wait: readWait(wait, `${pointer}/wait`) };
  if (send) {
    const body = send.body === '' ? undefined : send.body;
    if (body === undefined && send.mediaUrl === undefined)
      throw invalidRequest({ pointer: `${pointer}/send/body`, reason: 'required without mediaUrl' });
    if (body !== undefined && !isStorableText(body)) checkCharacters(body);
    return { send: { body, mediaUrl: send.mediaUrl } };
  }
  if (stopUnless) {
    return {
      stopUnless: await readFilter(deps, owner, { filter: stopUnless, pointer: `${pointer}/stopUnless` }),
    };
  }
  if (join !== undefined) return { join };
  if (leave !== undefined) return { leave };
  throw invalidRequest({ pointer, reason: 'must have one of wait, send, stopUnless, join and leave' });
}

function readWait(
  { minutes, hours, days, at }: NonNullable<AutomationBody['steps'][number]['wait']>,
  pointer: string,
): Extract<StoredStep, { wait: unknown }>['wait'] {
  const given = [minutes, hours, days].filter((length) => length !== undefined);
  if (given.length !== 1)
    throw invalidRequest({ pointer, reason: 'must have one of minutes, hours and days' });
  if (at !== undefined && readTimeOfDay(at) === undefined)
    throw invalidRequest({ pointer: `${pointer}/at`, reason: 'must be a time, such as 09:00' });
  if (days === 0 && at === undefined)
    throw invalidRequest({ pointer: `${pointer}/days`, reason: 'must be at least 1 without at' });
  if (minutes !== undefined) return { minutes, at };
  return hours === undefined ? { days: days ?? 1, at } : { hours, at };
}

async function readCondition(
  deps: PlanDeps,
  owner: Owner,
  { audience, pointer }: { audience: Audience; pointer: string },
): Promise<StoredCondition> {
  const now = deps.clock.now();
  const { condition } = await resolveAudience(deps, { ...owner, audience, now, pointer });
  return { ...storeAudience(audience), fieldReferences: referencesOf(condition) };
}

/** Reads a condition that stands by itself, which is stored as the filter of an audience. */
async function readFilter(
  deps: PlanDeps,
  owner: Owner,
  { filter, pointer }: { filter: Record<string, unknown>; pointer: string },
): Promise<StoredCondition> {
  checkCondition(filter, { ...owner, pointer });
  return readCondition(deps, owner, { audience: { filter }, pointer });
}

async function checkGroups(
  { table }: PlanDeps,
  { id: accountId }: Account,
  groupIds: string[],
): Promise<void> {
  const wanted = [...new Set(groupIds)];
  if (wanted.length === 0) return;
  const found = await findGroups(table, { accountId, groupIds: wanted });
  if (wanted.some((id) => !found.has(id))) throw new ServiceError('GroupNotFound');
}

/**
 * Runs the checks of a start: sender, texts and hours.
 *
 * @throws ServiceError SendingPaused, SenderNotAssigned, SenderNotActive, InvalidRequest, InvalidCharacters,
 *   ContentViolation
 */
export async function checkStart(
  { table, clock }: Pick<PlanDeps, 'table' | 'clock'>,
  { account, schema, plan }: Owner & { plan: AutomationPlan },
): Promise<void> {
  refuseWhilePaused(await table.batchGet(senderKeys({ accountId: account.id, number: plan.from })), account);
  const sender = checkSender(await table.get(accountNumberKey(account.id, plan.from)));
  if ('members' in sender) await refuseSender(table, sender, { account, plan });
  for (const [index, step] of plan.steps.entries()) {
    if (!isSend(step)) continue;
    const { body = '' } = step.send;
    const registeredLinks = await findRegisteredLinks(table, { account, campaign: { body } });
    const pointer = `/steps/${index}/send/body`;
    const errors = findDoubts(body, { schema, registeredLinks, isOfAutomation: true, hasDefaults: true })
      .map(refuseDoubt)
      .filter((reason) => reason !== undefined)
      .map((reason) => ({ pointer, reason }));
    if (errors.length > 0) throw invalidRequest(...errors);
    checkBody(body, {
      exemptCategories: new Set(account.contentExemptions),
      registeredLinks,
      hasDefaults: true,
    });
  }
  if (plan.steps.some(isSend) && !doHoursOpen({ clock }, { account, plan }))
    throw invalidRequest({
      pointer: '/sendingHours',
      reason: 'never open within the hours that the law leaves',
    });
}

/** Returns true when the sending hours of an automation ever open, within the legal hours. */
export function doHoursOpen(
  { clock }: Pick<PlanDeps, 'clock'>,
  { account, plan }: { account: Account; plan: AutomationPlan },
): boolean {
  const timing = timingOfAccount(account);
  return zonesOf(timing).some((tz) => {
    // A recipient whose zone is known and whose state is not stricter.
    const recipient = { phoneNumber: '+12125550123', tz };
    const hours = hoursOf({ campaign: plan, account: timing, recipient });
    return nextOpening(hours, epochMs(clock)) !== undefined;
  });
}

/** Refuses a sender without an Active member for a text, and marketing through a sender id without a way to opt out. */
async function refuseSender(
  table: Table,
  sender: Sender,
  { account, plan }: { account: Account; plan: AutomationPlan },
): Promise<void> {
  const refusal = refuseWithoutOptOut(sender, { account, campaign: plan });
  if (refusal) throw invalidRequest(refusal);
  for (const step of plan.steps.filter(isSend)) {
    const members = await readActiveMembers(table, { sender, isMms: step.send.mediaUrl !== undefined });
    if (members.length === 0) throw new ServiceError('SenderNotActive', { cause: 'noMember' });
  }
}
