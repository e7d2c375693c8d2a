import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { decideGate, findCaution } from '../../audience/consent/compliance-gate';
import type { Contact } from '../../audience/contacts/contact';
import { findContacts } from '../../audience/contacts/find-contact';
import { NONE_COUNTED, presentCounts } from '../../audience/segments/gate-counts';
import { newestOf } from '../../audience/segments/newest-of';
import { findRegisteredLinks } from '../../campaigns/record/registered-links';
import { MAX_PREVIEW_SAMPLE, PREVIEW_AT_MOST_MS } from '../../limits';
import { epochMs } from '../../platform/clock';
import { resolveBody } from '../../sending/compose/prepare-body';
import { isTimed, peopleInTurn } from '../enter-ahead/people-in-turn';
import { Conditions } from '../record/asked';
import { type Automation, type AutomationPlan, isSend } from '../record/automation';
import type { PlanDeps } from './check-automation';
import { warningsOfPlan } from './internal/plan-warnings';

/** Token of a sample link, as long as the token of a message; it belongs to no message. */
const SAMPLE_TOKEN = 'preview000';
/** Samples of each text. */
const TEXTS_A_STEP = 3;

interface Options {
  account: Account;
  schema: CustomFieldSchema;
  automation: Automation;
}

/**
 * Previews an automation: who would enter now, and the texts of some of them. Of a date trigger these are the people
 * whose moment is within a day; of a trigger that repeats, those of a run that began now. Sends and charges nothing.
 *
 * **Source:** rules E10.
 */
export async function previewAutomation(deps: PlanDeps, options: Options) {
  const { automation } = options;
  const { sample, ...people } = await countPeople(deps, options);
  const texts = await composeTexts(deps, { ...options, contacts: sample.slice(0, TEXTS_A_STEP) });
  const warnings = await warningsOfPlan(deps, { ...options, people, texts });
  return {
    audience: people,
    samples: texts.map(({ step, to, text }) => ({ step, ...(to !== undefined && { to }), body: text })),
    warnings: [...warnOfCause(automation), ...warnings],
  };
}

function warnOfCause({ trigger }: AutomationPlan): string[] {
  if ('joined' in trigger) return ['The preview counts no people: they enter when they join the group.'];
  if ('event' in trigger) return ['The preview counts no people: they enter when the event is reported.'];
  return [];
}

async function countPeople(deps: PlanDeps, { account, schema, automation }: Options) {
  const counted = { ...NONE_COUNTED };
  let newest: Array<Contact & { id: string }> = [];
  let isComplete = true;
  if (isTimed(automation)) {
    const now = deps.clock.now();
    const giveUpAtMs = now.getTime() + PREVIEW_AT_MOST_MS;
    const conditions = new Conditions(deps, { account, schema, now });
    const pages = peopleInTurn(deps, { account, plan: automation, conditions });
    for await (const { contacts, isLast } of pages) {
      for (const contact of contacts) {
        const gate = decideGate(contact);
        const isAside = gate === 'allowed' && findCaution(automation, contact) === 'set_aside';
        counted[isAside ? 'setAside' : gate] += 1;
      }
      newest = newestOf([...newest, ...contacts], MAX_PREVIEW_SAMPLE);
      isComplete = isLast || epochMs(deps.clock) < giveUpAtMs;
      if (!isComplete) break;
    }
  }
  return {
    ...presentCounts(counted),
    isComplete,
    sample: await findContacts(deps.table, {
      accountId: account.id,
      phoneNumbers: newest.map(({ phoneNumber }) => phoneNumber),
    }),
  };
}

/** Text of a step; without a sample, as a phone without a contact would get it. */
interface SampleText {
  step: number;
  to: string | undefined;
  text: string;
  refusal: string | undefined;
}

async function composeTexts(
  deps: PlanDeps,
  { account, schema, automation, contacts }: Options & { contacts: Contact[] },
): Promise<SampleText[]> {
  const texts: SampleText[] = [];
  for (const [index, step] of automation.steps.entries()) {
    if (!isSend(step)) continue;
    const { body = '', mediaUrl } = step.send;
    const registeredLinks = await findRegisteredLinks(deps.table, { account, campaign: { body } });
    for (const contact of contacts.length > 0 ? contacts : [undefined]) {
      const { text, refusal } = resolveBody({
        ...{ body, contact, schema, account, registeredLinks },
        isMms: mediaUrl !== undefined,
        trackingToken: SAMPLE_TOKEN,
        now: deps.clock.now(),
        eventData: {},
        hasDefaults: true,
      });
      texts.push({ step: index, to: contact?.phoneNumber, text, refusal: refusal?.errorMessage });
    }
  }
  return texts;
}
