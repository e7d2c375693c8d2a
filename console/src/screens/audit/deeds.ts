import { kindOf, TARGET_WORDS } from './target-words';

/**
 * Words for actions whose name does not say them by itself. `{of}` stands for what was changed, `{with}` for the other
 * resource of the change; what is in brackets is left out of an entry without a target. Commands of the operator CLI
 * come after the operation that does the same.
 */
const DEEDS: readonly (readonly [words: string, ...actions: string[]])[] = [
  ['put {of} into {with}', 'addMembership'],
  ['took {of} out of {with}', 'removeMembership'],
  ['changed the tags of {of} in {with}', 'tagMembership', 'contact tag'],
  ['asked for the erasure of a person: {of}', 'eraseContact', 'contact erase'],
  ['put {of} back, which gets texts again', 'putBackContact', 'contact put-back'],
  ['merged {with} into {of}', 'mergeContacts'],
  ['opted {of} out', 'optOutContact', 'contact opt-out'],
  ['lifted the opt-out of {of}', 'optInContact', 'contact opt-in'],
  ['took a text of {of} for an opt-out', 'acceptReview', 'review accept'],
  ['decided that a text of {of} is no opt-out', 'dismissReview', 'review dismiss'],
  ['changed the conversation with {of}', 'updateConversation'],
  ['wrote a note on the conversation with {of}', 'addConversationNote'],
  ['exported contacts[: {of}]', 'createContactExport', 'contact export'],
  [
    'exported the recipients of {with}: {of}',
    'createBroadcastExport',
    'createBatchExport',
    'createCampaignExport',
  ],
  ['prepared {of}', 'createImport'],
  ['imported contacts[ into {of}]', 'contact import'],
  ['made {of} from an export of Amazon Pinpoint', 'automation import'],
  ['wrote a note on {of}', 'noteCampaign', 'noteAutomation'],
  ['made {of} for the contacts that {with} did not reach', 'retryCampaign', 'campaign retry'],
  ['put {of} back to wait for an approval', 'awaitApproval'],
  ['submitted {of} for approval', 'submitCampaign', 'submitAutomation'],
  ['asked for {of} to begin', 'launchCampaign', 'campaign launch'],
  ['started {of}', 'startAutomation', 'automation start'],
  ['paused sending', 'pauseSending', 'sending pause'],
  ['resumed sending', 'resumeSending', 'sending resume'],
  ['paused the sending of all accounts', 'pauseAllSending'],
  ['resumed the sending of all accounts', 'resumeAllSending'],
  ['made another region the active one', 'region take-over'],
  ['gave {of} a new secret', 'rotateKey', 'rotateWebhookSecret', 'key rotate', 'webhook rotate'],
  ['turned on {of}', 'enableWebhook', 'webhook enable', 'field enable'],
  ['turned off {of}', 'disableWebhook', 'webhook disable', 'field disable'],
  ['sent events to {of} again', 'replayWebhook', 'replayWebhookDeliveries', 'webhook replay'],
  ['changed settings of {of}', 'updateSettings', 'updateOperatorSettings', 'account set'],
  ['changed the credits of {of}', 'addAccountCredits', 'credits add'],
  ['gave the account {of}', 'addAccountNumber', 'number add'],
  ['took {of} from the account', 'removeAccountNumber', 'number remove'],
  ['moved {of} to another account', 'moveAccountNumber', 'number move'],
  ['added a tag to {of}', 'addGroupTag'],
  ['removed a tag from {of}', 'removeGroupTag'],
  ['changed the tags of {of}', 'group tag'],
  ['renamed {of}', 'field rename'],
  ['changed the role of {of}', 'updateUser', 'user role'],
  ['removed {of}', 'removeUser', 'removeOperatorUser', 'user remove'],
  ['signed {of} out', 'signOutUser', 'signOutOperatorUser', 'user sign-out'],
  ['invited someone[: {of}]', 'inviteUser'],
  ['invited {of}', 'inviteOperator', 'user invite'],
  ['withdrew {of}', 'withdrawInvitation', 'user withdraw'],
  ['set {of}', 'setKeyword', 'keyword set'],
  ['put dead letters of {of} back', 'redriveDeadLetters', 'dlq redrive'],
  ['wrote all data of {of} to a file', 'account export'],
  ['brought in the data of {of}', 'account import'],
  ['submitted {of}', 'registration submit'],
];

const BY_ACTION = new Map(DEEDS.flatMap(([words, ...actions]) => actions.map((action) => [action, words])));

/** Past tense of the verbs with which actions begin, or with which commands end. */
const PAST: Readonly<Record<string, string>> = {
  accept: 'accepted',
  add: 'added',
  approve: 'approved',
  cancel: 'cancelled',
  close: 'closed',
  create: 'created',
  decline: 'declined',
  delete: 'deleted',
  launch: 'launched',
  pause: 'paused',
  reject: 'rejected',
  remove: 'removed',
  resume: 'resumed',
  revoke: 'revoked',
  set: 'changed',
  start: 'started',
  stop: 'stopped',
  update: 'changed',
};

/** Splits an action into its verb and its noun: `createSegment` and `segment create` alike. */
function partsOf(action: string): { verb: string; noun: string } {
  const [noun = '', verb] = action.split(' ');
  if (verb !== undefined) return { verb, noun };
  const [, first = action, rest = ''] = /^([a-z]+)(.*)$/.exec(action) ?? [];
  return { verb: first, noun: rest.charAt(0).toLowerCase() + rest.slice(1) };
}

/** Kinds of targets by the noun of actions, where it is not the kind itself. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  campaign: ['approval'],
  apiKey: ['key'],
  contact: ['membership', 'contacts', 'backContact', 'outContact', 'inContact', 'review'],
  customField: ['field'],
  group: ['groupTag'],
  linkDomain: ['link-domain'],
  number: ['accountNumber'],
  user: ['operator', 'operatorUser', 'outUser', 'outOperatorUser'],
  webhook: ['webhookSecret', 'webhookDeliveries'],
};
const KIND_OF_NOUN = new Map(
  Object.entries(KINDS).flatMap(([kind, nouns]) => nouns.map((noun) => [noun, kind])),
);

/** Words for targets of actions whose entry names none, where they are not those of their kind, by action or noun. */
const UNNAMED: Readonly<Record<string, string>> = {
  ...{ account: 'the account', settings: 'the account', operatorSettings: 'the account' },
  ...{ accountCredits: 'the account', credits: 'the account', sending: 'the account' },
  'automation import': 'an automation or campaign',
  'user withdraw': 'an invitation',
  batch: 'a batch',
  broadcast: 'a broadcast',
  job: 'a broadcast or batch',
  // Phones that have texted and are no contact.
  ...{ conversation: 'someone who is no contact', conversationNote: 'someone who is no contact' },
  ...{ broadcastExport: 'an export', batchExport: 'an export', campaignExport: 'an export' },
  ...{ deadLetters: 'all queues', dlq: 'all queues' },
};

/**
 * Returns the words of an action, with `{of}` for what was changed; `undefined` for an action that has none.
 *
 * @param action id of an operation, or noun and verb of a command
 * @param hasTarget true when the entry names what was changed
 */
export function deedOf(action: string, hasTarget: boolean): string | undefined {
  const known = BY_ACTION.get(action);
  if (known !== undefined) return known.replace(/\[(.*)\]/, hasTarget ? '$1' : '');
  const past = PAST[partsOf(action).verb];
  return past === undefined ? undefined : `${past} {of}`;
}

/** Returns words for the target of an action whose entry names none. */
export function unnamedTarget(action: string): string {
  const { noun } = partsOf(action);
  const words = UNNAMED[action] ?? UNNAMED[noun];
  if (words !== undefined) return words;
  const kind = KIND_OF_NOUN.get(noun) ?? noun;
  if (TARGET_WORDS[kind] === undefined) return 'something';
  const word = kindOf(kind);
  return `${/^(?!user)[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
}
