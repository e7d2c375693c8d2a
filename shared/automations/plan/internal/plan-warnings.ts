import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../../accounts/account';
import type { CustomFieldSchema } from '../../../audience/custom-fields/custom-field-schema';
import { findRegisteredLinks } from '../../../campaigns/record/registered-links';
import { describeDoubt, refuseDoubt } from '../../../content/doubtful-tags';
import { countSegments } from '../../../content/segments';
import { ServiceError } from '../../../errors/service-error';
import { MAX_PAGE_LIMIT } from '../../../limits';
import { isSenderId } from '../../../phone-numbers/e164';
import { isWord } from '../../../senders/sender';
import { findSender } from '../../../senders/sender-store';
import { findDoubts } from '../../../sending/compose/warn-of-body';
import { type Automation, isSend } from '../../record/automation';
import { checkStart, doHoursOpen, type PlanDeps } from '../check-automation';
import { listAutomations } from '../list-automations';

const OPT_OUT_HINT = /\b(stop|unsubscribe|opt[ -]?out)\b/i;

interface Previewed {
  account: Account;
  schema: CustomFieldSchema;
  automation: Automation;
  people: { sendable: number; isComplete: boolean };
  texts: Array<{ refusal: string | undefined }>;
}

/** Returns warnings about problems that the caller may want to fix before the start. */
export async function warningsOfPlan(deps: PlanDeps, previewed: Previewed): Promise<string[]> {
  const { account, automation, people, texts } = previewed;
  const { trigger, status } = automation;
  const warnings: string[] = [];
  if (status === 'draft') warnings.push(...(await refusalOfStart(deps, previewed)));
  if (!doHoursOpen(deps, { account, plan: automation }))
    warnings.push('The sending hours never open within the hours that the law leaves: no text is sent.');
  warnings.push(...(await warnOfTexts(deps, previewed)), ...(await warnOfSender(deps, previewed)));
  // A date that comes round for nobody today is nothing to fix.
  if ('every' in trigger && people.isComplete && people.sendable === 0)
    warnings.push('No contact who would enter now can be sent to.');
  if (!people.isComplete)
    warnings.push('Counting ran out of time: the figures are of the contacts that were looked at.');
  const refused = texts.filter(({ refusal }) => refusal !== undefined);
  if (refused[0])
    warnings.push(`${refused.length} of ${texts.length} samples would fail: ${refused[0].refusal}`);
  if (status === 'draft') warnings.push(...(await warnOfTwin(deps, previewed)));
  if (account.approvalAbove !== undefined && status === 'draft') warnings.push('It needs an approval.');
  return warnings;
}

async function refusalOfStart(deps: PlanDeps, { account, schema, automation }: Previewed): Promise<string[]> {
  try {
    await checkStart(deps, { account, schema, plan: automation });
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [`It cannot be started: ${error.message}`];
  }
}

async function warnOfTexts(deps: PlanDeps, { account, schema, automation }: Previewed): Promise<string[]> {
  const { steps, purpose, status } = automation;
  const warnings: string[] = [];
  let saysHowToStop = false;
  for (const [index, step] of steps.entries()) {
    if (!isSend(step)) continue;
    const { body = '', mediaUrl } = step.send;
    const at = `Step ${index}: `;
    const registeredLinks = await findRegisteredLinks(deps.table, { account, campaign: { body } });
    for (const doubt of findDoubts(body, {
      schema,
      registeredLinks,
      isOfAutomation: true,
      hasDefaults: true,
    })) {
      const isRefused = status === 'draft' && refuseDoubt(doubt) !== undefined;
      const end = isRefused ? ' An automation with it cannot be started.' : '';
      warnings.push(`${at}${describeDoubt(doubt)}${end}`);
    }
    saysHowToStop ||= OPT_OUT_HINT.test(body);
    const { encoding, segments } = countSegments(body);
    if (mediaUrl === undefined && segments > 1)
      warnings.push(`${at}The text takes ${segments} segments, each of which carriers charge for.`);
    if (mediaUrl === undefined && encoding === 'UCS-2')
      warnings.push(`${at}A character outside GSM-7 limits a segment to 70 characters.`);
  }
  if (!steps.some((step) => isSend(step) || 'join' in step || 'leave' in step))
    warnings.push('No step sends a text, or has people join or leave a group.');
  if (purpose === 'marketing' && steps.some(isSend) && !saysHowToStop)
    warnings.push('No text says how to opt out, such as "Reply STOP to opt out".');
  return warnings;
}

/** Warns of a running automation that the same people enter at the same moment. */
async function warnOfTwin({ table }: PlanDeps, { account, automation }: Previewed): Promise<string[]> {
  const { automations: running } = await listAutomations(table, {
    ...{ accountId: account.id, status: 'running', scope: { list: 'automations' } },
    page: { limit: MAX_PAGE_LIMIT, place: undefined },
  });
  const twin = running.find(({ trigger }) => isDeepStrictEqual(trigger, automation.trigger));
  return twin === undefined
    ? []
    : [`“${twin.name}” is running and begins in the same way: who enters both gets the texts of both.`];
}

async function warnOfSender(
  { table }: PlanDeps,
  { account: { id: accountId, optOutUrl }, automation: { from, purpose } }: Previewed,
): Promise<string[]> {
  const sender = isSenderId(from) ? await findSender(table, { accountId, senderId: from }) : undefined;
  const takesNoStop = purpose === 'marketing' && sender?.members.some(({ identity }) => isWord(identity));
  if (takesNoStop !== true) return [];
  return optOutUrl === undefined
    ? ['The sender has a sender id, which takes no STOP: set optOutUrl of the account.']
    : [`The sender has a sender id, which takes no STOP: the texts should name ${optOutUrl}.`];
}
