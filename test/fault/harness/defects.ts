import { readSendId } from '../../../shared/automations/record/send-id';
import { BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { CONTACT_INDEX } from '../../../shared/platform/store/keys';
import type { Provider } from '../../../shared/platform/provider/port';
import { isLostWrite, namesSetAside, spoilFeatures, tellOther } from './feature-defects';
import { misdateRun, spoilPlans } from './way-defects';
import { defaultNumberOf, MemberDefects } from './member-defects';
import { isMoveOfPerson } from './moments';

/** Deliberate defects that the service does not have: the checks must find each of them. */
export const DEFECTS = [
  'sendsTwice',
  'keepsCredits',
  'forgetsCounter',
  'losesEvent',
  'forgetsLog',
  'forgetsInFlight',
  'ignoresLease',
  'ignoresStop',
  'forgetsKey',
  'forgetsQuota',
  'forgetsQuestions',
  'ignoresCap',
  'ignoresHours',
  'selectsTwice',
  'forgetsCheckpoint',
  'forgetsImportedOptOut',
  'forgetsPosition',
  'ignoresCancel',
  'ignoresPause',
  'movesTwice',
  'mixesShares',
  'forgetsMember',
  'tellsOtherMember',
  'holdsAllMembers',
  'ignoresStopToMember',
  'forgetsBirthday',
  'misdatesRun',
  'ignoresExit',
  'forgetsJoin',
  'ignoresTimeOfDay',
  'textsLandlines',
  'chargesLandlines',
  'looksUpAgain',
  'forgetsLookUp',
  'looksUpForAll',
  'ignoresThrottling',
  'blocksUnanswered',
  'losesFeedback',
  'tellsTwice',
  'tellsOthers',
  'givesUpFeedback',
  'expectsAlways',
  'losesAnswered',
  'answersFromDefault',
] as const;
export type Defect = (typeof DEFECTS)[number];

type Command = { input: object; constructor: { name: string } };
type Send = (command: Command) => Promise<unknown>;
type Action = NonNullable<TransactWriteCommand['input']['TransactItems']>[number];

/** Returns a provider that sends every tenth message twice, or from another number of its account, for such a defect. */
export function withProviderDefect(provider: Provider, defect: Defect | undefined): Provider {
  if (defect === 'tellsOtherMember') {
    return {
      send: async (message) => provider.send({ ...message, from: defaultNumberOf(message.from) }),
      check: async (text) => (await provider.check?.(text)) ?? { outcome: 'unknown' },
    };
  }
  if (defect === 'expectsAlways')
    return { send: async (message) => provider.send({ ...message, expectsFeedback: true }) };
  if (defect !== 'sendsTwice') return provider;
  let sent = 0;
  return {
    send: async (message) => {
      if ((sent += 1) % 10 === 0) await provider.send(message);
      return provider.send(message);
    },
  };
}

/** Returns a client that drops or changes writes and answers, as the defect requires. */
export function withTableDefect(send: Send, defect: Defect | undefined): Send {
  if (defect === undefined) return send;
  const frozen = new Map<string, FrozenContact>();
  const members = new MemberDefects();
  return async (command) => {
    members.noteInbound(command);
    if (isLostWrite(defect, command)) return {};
    if (command instanceof TransactWriteCommand) {
      const isOfLandline = defect === 'chargesLandlines' && namesSetAside(command);
      const actions = (command.input.TransactItems ?? [])
        .filter((action) => !isLeftOut(isOfLandline ? 'keepsCredits' : defect, action))
        .map((action) => spoil(defect, action));
      if (actions.length === 0) return {};
      return send(new TransactWriteCommand({ TransactItems: actions }));
    }
    if (defect === 'forgetsInFlight' && command instanceof PutCommand) {
      const { inFlight: _, ...item } = command.input.Item ?? {};
      return send(new PutCommand({ ...command.input, Item: item }));
    }
    if (defect === 'ignoresLease' && command instanceof PutCommand && isProgress(command)) {
      const { ConditionExpression: _, ExpressionAttributeValues: __, ...input } = command.input;
      const { leaseUntil: ___, ...item } = input.Item ?? {};
      return send(new PutCommand({ ...input, Item: item }));
    }
    if (defect === 'misdatesRun' && command instanceof PutCommand) misdateRun(command.input.Item);
    const answer = await send(command);
    if (defect === 'mixesShares') members.mixShares(itemsOf(answer));
    if (defect === 'forgetsMember') members.forgetFirst(itemsOf(answer));
    if (defect === 'holdsAllMembers') members.pauseAll(itemsOf(answer));
    if (defect === 'ignoresStopToMember' && command instanceof BatchGetCommand)
      members.forgetRefusals(itemsOf(answer));
    spoilPlans(defect, answer);
    spoilFeatures(defect, itemsOf(answer));
    if (defect === 'forgetsQuestions') for (const item of itemsOf(answer)) delete item.confirmationTexts;
    if (defect === 'ignoresPause') for (const item of itemsOf(answer)) delete item.paused;
    if (defect === 'ignoresCap') forgetCapped(answer);
    if (defect === 'ignoresHours') openHours(answer);
    if (defect === 'selectsTwice' && isContactPage(command)) repeatFirst(answer);
    if (defect === 'ignoresCancel' && command instanceof BatchGetCommand) forgetCancelled(answer);
    if (defect === 'ignoresStop' && command instanceof BatchGetCommand) freezeContacts(answer, frozen);
    return answer;
  };
}

function isLeftOut(defect: Defect, { Put: put, Update: update, Delete: remove }: Action): boolean {
  const sk = String(put?.Item?.sk ?? update?.Key?.sk ?? remove?.Key?.sk ?? '');
  const { entry } = (put?.Item ?? {}) as { entry?: { kind: string; event?: { detailType: string } } };
  switch (defect) {
    case 'losesFeedback':
      return entry?.kind === 'feedback';
    case 'keepsCredits':
      return sk === 'ACCOUNT' && update?.ConditionExpression === 'attribute_exists(pk)';
    case 'forgetsCounter':
      return sk.startsWith('GROUP#');
    case 'losesEvent':
      return entry?.event?.detailType.startsWith('contacts.group.') ?? false;
    case 'forgetsLog':
      return sk.startsWith('LOG#');
    case 'forgetsKey':
      return sk === 'IDEMPOTENCY' && update !== undefined;
    case 'forgetsQuota':
      return sk === 'QUOTA';
    // The rows of a batch are written, but not the progress of the import.
    case 'forgetsCheckpoint':
      return sk.startsWith('imp_') && update?.ExpressionAttributeValues?.[':rows'] !== undefined;
    case 'forgetsBirthday':
      return put?.Item?.isExpected === true && /[02468]$/.test(String(put.Item.phoneNumber));
    case 'sendsTwice':
    case 'forgetsInFlight':
    case 'ignoresLease':
    case 'ignoresStop':
    case 'forgetsQuestions':
    case 'ignoresCap':
    case 'ignoresHours':
    case 'selectsTwice':
    case 'forgetsImportedOptOut':
    case 'forgetsPosition':
    case 'ignoresCancel':
    case 'ignoresPause':
    case 'movesTwice':
    case 'mixesShares':
    case 'forgetsMember':
    case 'tellsOtherMember':
    case 'holdsAllMembers':
    case 'ignoresStopToMember':
    case 'misdatesRun':
    case 'ignoresExit':
    case 'forgetsJoin':
    case 'ignoresTimeOfDay':
    case 'textsLandlines':
    case 'chargesLandlines':
    case 'looksUpAgain':
    case 'forgetsLookUp':
    case 'looksUpForAll':
    case 'ignoresThrottling':
    case 'blocksUnanswered':
    case 'tellsTwice':
    case 'tellsOthers':
    case 'givesUpFeedback':
    case 'expectsAlways':
    case 'losesAnswered':
    case 'answersFromDefault':
      return false;
  }
}

/** Returns the action without a part of its write. */
function spoil(defect: Defect, action: Action): Action {
  const { Put: put, Update: update } = action;
  if (defect === 'answersFromDefault' && put?.Item?.purpose === 'keywordReply')
    put.Item.from = defaultNumberOf(String(put.Item.from));
  if (defect === 'tellsOthers' && put?.Item) tellOther(put.Item);
  if (defect === 'tellsTwice' && put?.Item?.entity === 'feedback')
    return { Put: { ...put, ...UNCONDITIONAL } };
  if (defect === 'forgetsImportedOptOut' && put?.Item?.sk === 'CONTACT') {
    const { hardOptOut: _, ...item } = put.Item;
    return { Put: { ...put, Item: item } };
  }
  if (defect === 'movesTwice' && put && isMoveOfPerson(put)) return { Put: { ...put, ...UNCONDITIONAL } };
  const progress = update?.ExpressionAttributeValues?.[':progress'] as object | undefined;
  if (defect !== 'forgetsPosition' || !update || !progress) return action;
  const values = { ...update.ExpressionAttributeValues, ':progress': { ...progress, position: undefined } };
  return { Update: { ...update, ExpressionAttributeValues: values } };
}

const UNCONDITIONAL = { ConditionExpression: undefined, ExpressionAttributeValues: undefined };

const isProgress = ({ input }: PutCommand) => String(input.Item?.sk).startsWith('PROGRESS#');

type Read = Record<string, unknown>;

/** Returns the items of an answer: one, or those of a batch. */
function itemsOf(answer: unknown): Read[] {
  const { Responses: responses = {}, Item: item } = answer as {
    Responses?: Record<string, Read[]>;
    Item?: Read;
  };
  return [...(item ? [item] : []), ...Object.values(responses).flat()];
}

/** Removes the marketing messages that contacts got before. */
function forgetCapped(answer: unknown): void {
  for (const item of itemsOf(answer)) if (item.entity === 'marketingCap') item.messages = [];
}

/** Makes cancelled jobs and paused campaigns look as if they went on. */
function forgetCancelled(answer: unknown): void {
  for (const item of itemsOf(answer)) {
    if (item.entity === 'job' && item.status === 'cancelled') item.status = 'processing';
    // Not of those that carry the texts of automations: what resumes them would find nothing to do.
    const isPlanned = item.entity === 'campaign' && readSendId(String(item.id)) === undefined;
    if (isPlanned && item.status === 'paused') item.status = 'sending';
  }
}

/** Removes the hours of campaigns, their own and the legal ones. */
function openHours(answer: unknown): void {
  for (const item of itemsOf(answer)) {
    if (item.entity !== 'campaign') continue;
    item.purpose = 'informational';
    delete item.sendingHours;
  }
}

const isContactPage = (command: Command) =>
  command instanceof QueryCommand && command.input.IndexName === CONTACT_INDEX;

/** Repeats the first contact in a page of the contact book. */
function repeatFirst(answer: unknown): void {
  const { Items: items = [] } = answer as { Items?: Read[] };
  const [first] = items;
  if (first) items.unshift(first);
}

type FrozenContact = { item: Record<string, unknown>; reads: number };

/**
 * Number of reads for which contacts look as in the first one. A limit, so that a loop that waits for a change ends.
 */
const FROZEN_READS = 10;

function freezeContacts(answer: unknown, frozen: Map<string, FrozenContact>): void {
  const { Responses: responses = {} } = answer as {
    Responses?: Record<string, Array<Record<string, unknown>>>;
  };
  for (const items of Object.values(responses)) {
    for (const [index, item] of items.entries()) {
      if (item.sk !== 'CONTACT') continue;
      const key = String(item.pk);
      const known = frozen.get(key);
      const contact = known && known.reads < FROZEN_READS ? known : { item, reads: 0 };
      contact.reads += 1;
      frozen.set(key, contact);
      items[index] = contact.item;
    }
  }
}
