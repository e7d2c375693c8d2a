import { createHash } from 'node:crypto';
import { type RegionSide, regionSide } from '../region-side';

/**
 * Key of an item in the table. Only this module builds a `pk` or an `sk`.
 *
 * `Key` builders are grouped by item; when a collection is listed by prefix, the prefix is next to its key.
 */
export interface Key {
  pk: string;
  sk: string;
}

/**
 * Prefixes of partition keys, by the kind of items in the partition. IAM grants each function the partitions that it
 * uses by these prefixes.
 */
export const PARTITIONS = {
  account: 'ACCOUNT#',
  accountList: 'ACCOUNTS',
  apiKey: 'KEY#',
  /** Audit log of an account. */
  audit: 'AUDIT#',
  /** Automations of an account, with their versions, counts and people. */
  automation: 'AUTOMATION#',
  /** Campaigns of an account, by age. */
  campaign: 'CAMPAIGNS#',
  /** State of carrying out a campaign. */
  campaignRun: 'CAMPAIGN#',
  /** Messages of marketing campaigns that were handed over to a contact. */
  marketingCap: 'CAP#',
  click: 'CLICK#',
  contact: 'CONTACT#',
  delivery: 'DELIVERY#',
  export: 'EXPORTS#',
  idempotency: 'IDEMPOTENCY#',
  /** User for an identity of an issuer. */
  identity: 'IDENTITY#',
  /** Messages of which the provider was told that a person got them. */
  feedback: 'FEEDBACK#',
  /** Account of an opt-in form. */
  form: 'FORM#',
  /** Numbers of posts to opt-in forms, from a network and to a form. */
  formPosts: 'FORMPOSTS#',
  import: 'IMPORTS#',
  importRejects: 'IMPORT#',
  inbound: 'INBOUND#',
  /** Invitations of an account. */
  invitation: 'INVITATIONS#',
  /** Invitations to an e-mail address. */
  invited: 'INVITED#',
  job: 'JOB#',
  jobList: 'JOBS#',
  endpointQueue: 'ENDPOINT#',
  erasedPerson: 'ERASED#',
  erasure: 'ERASURE#',
  /** Last use of an API key. */
  keyUse: 'KEYUSE#',
  link: 'LINK#',
  linkDomain: 'LINKDOMAIN#',
  linkToken: 'TOKEN#',
  /** Users of an account. */
  member: 'MEMBERS#',
  media: 'MEDIA#',
  message: 'MESSAGE#',
  numberOwner: 'NUMBER#',
  /** Users of the console who are operators. */
  operator: 'OPERATOR#',
  outbox: 'OUTBOX#',
  /** Answers of the provider for a number that has not answered as it should. */
  outage: 'OUTAGE#',
  pace: 'PACE#',
  /** Parts of the credits of accounts that send large volumes. */
  creditShard: 'CREDIT_SHARD#',
  quota: 'QUOTA#',
  rateWindow: 'RATE#',
  receipt: 'RECEIPT#',
  /** Region that sends, and the heartbeats of both regions. */
  region: 'REGION#',
  review: 'REVIEW#',
  segment: 'SEGMENTS#',
  /**
   * Audit log of the service, for changes above accounts. A partition of its own, because few functions may access it.
   */
  serviceAudit: 'SERVICEAUDIT',
  /** Holds of every account's messages. */
  serviceHold: 'SERVICEHOLD#',
  session: 'SESSION#',
  /** Number of sign-ins from a network. */
  signIn: 'SIGNIN#',
  /** Users of the console, with their roles in accounts. */
  user: 'USER#',
  userEmail: 'USEREMAIL#',
  userList: 'USERS',
  /** Counts of messages sent, delivered, clicked … on each day. */
  statistics: 'STATISTICS#',
  /** Imports and exports of an account: those that are carried out, and those that wait for their turn. */
  transfer: 'TRANSFERS#',
  /** Part of the prefix `outbox`, so that a grant for `outbox` includes it. */
  webhookOutbox: 'OUTBOX#WEBHOOK#',
} as const;
export type Partition = keyof typeof PARTITIONS;

/** Index of what waits for a time. It has nothing of an item but its keys. */
export const DUE_INDEX = 'due';
/**
 * Kinds of items that wait for a time, each with its own partitions of the `due` index.
 *
 * `OUTBOX` and `EVENT` are both outbox items. `EVENT` is taken up after everything else: what an import
 * writes for each of its rows, and events that were published again without being acknowledged.
 */
export const DUE_KINDS = [
  'OUTBOX',
  'JOB',
  'MESSAGE',
  'DELIVERY',
  'OPT_OUT',
  'EVENT',
  'ERASURE',
  'IMPORT',
  'EXPORT',
  'TRANSFER',
  'CAMPAIGN',
  'AUTOMATION',
] as const;
export type DueKind = (typeof DUE_KINDS)[number];
const USUAL_DUE_SHARDS = 4;
/**
 * Numbers of `due` partitions for kinds of which many items can be written at once. Each partition accepts 1,000 write
 * units a second, and each item is put into the index and taken out again.
 */
const DUE_SHARDS: Partial<Record<DueKind, number>> = { OUTBOX: 32, EVENT: 32, MESSAGE: 32 };
const dueShardsOf = (kind: DueKind) => DUE_SHARDS[kind] ?? USUAL_DUE_SHARDS;
export const duePrefix = (kind: DueKind) => `DUE#${kind}#`;
/**
 * Each region has `due` partitions of its own, so that its timer takes up no work of the other region, even when that is
 * replicated late. The first region's are those of a stage with one region.
 */
const duePk = (kind: DueKind, { shard, side }: { shard: number; side: RegionSide | undefined }) =>
  `${duePrefix(kind)}${shard}${side === 'second' ? '#second' : ''}`;
/**
 * Returns the keys of all `due` partitions of a kind.
 *
 * @param side region whose work it is; this process's own unless given
 */
export const duePks = (kind: DueKind, side = regionSide()) =>
  Array.from({ length: dueShardsOf(kind) }, (_, shard) => duePk(kind, { shard, side }));

/**
 * Returns the attributes that put an item into the `due` index. Ids spread evenly over the shards by their last
 * characters, which are random.
 *
 * @param dueAt ISO time from which `sweep` takes the item up
 */
export function dueAttributes(kind: DueKind, options: { id: string; dueAt: string }) {
  return {
    gsi1pk: duePk(kind, { shard: shardOf(options.id, dueShardsOf(kind)), side: regionSide() }),
    gsi1sk: `${options.dueAt}#${options.id}`,
  };
}

function shardOf(id: string, shards: number): number {
  let sum = 0;
  for (const character of id.slice(-6)) sum += character.charCodeAt(0);
  return sum % shards;
}

/** Index of all contacts of an account, spread over shards; within a shard by id, which is by age. */
export const CONTACT_INDEX = 'contacts';
export const CONTACT_SHARDS = 16;
export const CONTACT_SHARD_PREFIX = 'CONTACTS#';
export const contactShardPk = (accountId: string, shard: number) =>
  `${CONTACT_SHARD_PREFIX}${accountId}#${String(shard).padStart(2, '0')}`;

/** Returns the attributes that put a contact into the index `contacts`. */
export function contactIndexAttributes({ accountId, id }: { accountId: string; id: string }) {
  return { gsi2pk: contactShardPk(accountId, contactShardOf(id)), gsi2sk: id };
}

/**
 * Index of the single messages and the texts from phones, by the phone and by age. It has only their keys, so that a
 * receipt writes nothing to it.
 */
export const TEXT_INDEX = 'texts';
export const TEXTS_PREFIX = 'TEXTS#';
export const textsPk = (accountId: string, phoneNumber: string) =>
  `${TEXTS_PREFIX}${accountId}#${phoneNumber}`;
/** Returns the attributes that put a message into the index `texts`. */
export function textIndexAttributes(text: {
  accountId: string;
  phoneNumber: string;
  createdAt: string;
  id: string;
}) {
  return { gsi3pk: textsPk(text.accountId, text.phoneNumber), gsi3sk: placeInTime(text) };
}

/** Index of the same messages by their account and by age, spread over shards. It has only their keys, too. */
export const MESSAGE_INDEX = 'messages';
export const MESSAGES_PREFIX = 'MESSAGES#';
const MESSAGE_SHARDS = 8;
const messagesPk = (accountId: string, shard: number) => `${MESSAGES_PREFIX}${accountId}#${shard}`;
/** Returns the keys of all partitions of an account in the index `messages`. */
export const messagesPks = (accountId: string) =>
  Array.from({ length: MESSAGE_SHARDS }, (_, shard) => messagesPk(accountId, shard));
/** Returns the attributes that put a message into the index `messages`. */
export function messageIndexAttributes(message: { accountId: string; createdAt: string; id: string }) {
  const { accountId, id } = message;
  return { gsi4pk: messagesPk(accountId, shardOf(id, MESSAGE_SHARDS)), gsi4sk: placeInTime(message) };
}

const placeInTime = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt}#${id}`;

/** Prefix of the conversations of an account, by their last text; they are in the index `contacts` as well. */
export const INBOX_PREFIX = 'INBOX#';
/** States of a conversation, each with a partition of the index. */
export type ConversationState = 'open' | 'closed';
export const inboxPk = (accountId: string, state: ConversationState = 'open') =>
  `${INBOX_PREFIX}${accountId}${state === 'closed' ? '#CLOSED' : ''}`;
/** Returns the attributes that put a conversation into the index. */
export function inboxIndexAttributes(last: {
  accountId: string;
  at: string;
  messageId: string;
  state?: ConversationState;
}) {
  return { gsi2pk: inboxPk(last.accountId, last.state), gsi2sk: `${last.at}#${last.messageId}` };
}

export const contactShardOf = (contactId: string) => shardOf(contactId, CONTACT_SHARDS);

/**
 * Partitions in which items of a kind are. An index entry from another partition is ignored, because functions that may
 * write there could forge it.
 */
const DUE_PARTITIONS: Record<DueKind, Partition> = {
  OUTBOX: 'outbox',
  EVENT: 'outbox',
  JOB: 'job',
  MESSAGE: 'message',
  DELIVERY: 'endpointQueue',
  OPT_OUT: 'contact',
  ERASURE: 'erasure',
  IMPORT: 'import',
  EXPORT: 'export',
  TRANSFER: 'transfer',
  CAMPAIGN: 'campaign',
  AUTOMATION: 'automation',
};
export const duePartitionPrefix = (kind: DueKind): string => PARTITIONS[DUE_PARTITIONS[kind]];

export const outboxKey = (outboxId: string): Key => ({ pk: `${PARTITIONS.outbox}${outboxId}`, sk: 'OUTBOX' });
/** Key of an outbox item from the worker of webhook deliveries. */
export const webhookOutboxKey = (outboxId: string): Key => ({
  pk: `${PARTITIONS.webhookOutbox}${outboxId}`,
  sk: 'OUTBOX',
});

const accountPk = (accountId: string) => `${PARTITIONS.account}${accountId}`;

export const accountKey = (accountId: string): Key => ({ pk: accountPk(accountId), sk: 'ACCOUNT' });

/** Credit shards are in partitions of their own, each of which accepts 1,000 writes a second. */
export const creditShardKey = (accountId: string, shard: number): Key => ({
  pk: `${PARTITIONS.creditShard}${accountId}#${String(shard).padStart(2, '0')}`,
  sk: 'CREDIT_SHARD',
});

/** Use of the daily quota on a day. @param day UTC, `YYYY-MM-DD` */
export const quotaKey = (accountId: string, day: string): Key => ({
  pk: `${PARTITIONS.quota}${accountId}#${day}`,
  sk: 'QUOTA',
});

/** Texts of a day to a country, beside the daily quota. @param day UTC, `YYYY-MM-DD` */
export const countryTextsKey = (
  accountId: string,
  { day, country }: { day: string; country: string },
): Key => ({
  pk: quotaKey(accountId, day).pk,
  sk: `COUNTRY#${country}`,
});

/** Parts of a day that the numbers of a brand have taken of their daily cap. @param day of T-Mobile, `YYYY-MM-DD` */
export const capCountKey = (accountId: string, { day, brand }: { day: string; brand: string }): Key => ({
  pk: quotaKey(accountId, day).pk,
  sk: `CAP#${brand}`,
});

export const NUMBER_PREFIX = 'NUMBER#';
export const SENDER_PREFIX = 'SENDER#';
/** Number of an account, or one of its senders by its id: what `from` names. */
export const accountNumberKey = (accountId: string, from: string): Key => ({
  pk: accountPk(accountId),
  sk: (from.startsWith('snd_') ? SENDER_PREFIX : NUMBER_PREFIX) + from,
});
/** Account that a sender number belongs to; the item makes a number unique over all accounts. */
export const numberOwnerKey = (number: string): Key => ({
  pk: `${PARTITIONS.numberOwner}${number}`,
  sk: 'OWNER',
});

export const GROUP_PREFIX = 'GROUP#';
export const groupKey = (accountId: string, groupId: string): Key => ({
  pk: accountPk(accountId),
  sk: GROUP_PREFIX + groupId,
});
export const DELETED_GROUP_PREFIX = 'DELETEDGROUP#';
/** Group whose deletion is under way: contacts can no longer join it, and its members are being removed. */
export const deletedGroupKey = (accountId: string, groupId: string): Key => ({
  pk: accountPk(accountId),
  sk: DELETED_GROUP_PREFIX + groupId,
});
/** Head of the group list of an account; it names the current revision of the pages. */
export const groupListKey = (accountId: string): Key => ({
  pk: accountPk(accountId),
  sk: 'GROUPLIST',
});
export const groupListPageKey = (accountId: string, page: number): Key => ({
  pk: accountPk(accountId),
  sk: `GROUPLIST#${String(page).padStart(4, '0')}`,
});

export const API_KEY_PREFIX = 'APIKEY#';
export const apiKeyKey = (keyId: string): Key => ({ pk: `${PARTITIONS.apiKey}${keyId}`, sk: 'KEY' });
/** Last use of an API key. */
export const keyUseKey = (keyId: string): Key => ({ pk: `${PARTITIONS.keyUse}${keyId}`, sk: 'USE' });

/** Entry in the account's list of its API keys. */
export const accountApiKeyKey = (accountId: string, keyId: string): Key => ({
  pk: accountPk(accountId),
  sk: API_KEY_PREFIX + keyId,
});

/** Audit log of an account, by age; without an account, that of the service. */
export const auditPk = (accountId: string | undefined) =>
  accountId === undefined ? PARTITIONS.serviceAudit : `${PARTITIONS.audit}${accountId}`;
export const auditKey = (accountId: string | undefined, entryId: string): Key => ({
  pk: auditPk(accountId),
  sk: entryId,
});

/**
 * Counts of an account's texts by day, each day in several items.
 *
 * @param place.day UTC, `YYYY-MM-DD`
 * @param place.shard number; or the day in the account's time zone, in the same form, for an item that has usage
 */
export const statisticsPk = (accountId: string) => `${PARTITIONS.statistics}${accountId}`;
export const statisticsKey = (
  accountId: string,
  { day, shard }: { day: string; shard: number | string },
): Key => ({
  pk: statisticsPk(accountId),
  sk: `${day}#${String(shard).padStart(2, '0')}`,
});

export const contactKey = (accountId: string, phoneNumber: string): Key => ({
  pk: `${PARTITIONS.contact}${accountId}#${phoneNumber}`,
  sk: 'CONTACT',
});
/** Reads the account and the phone number of a contact from its partition key. */
export function readContactPk(pk: string): { accountId: string; phoneNumber: string } {
  const [accountId = '', phoneNumber = ''] = pk.slice(PARTITIONS.contact.length).split('#');
  return { accountId, phoneNumber };
}

/** Segments of an account, by age. */
export const segmentsPk = (accountId: string) => `${PARTITIONS.segment}${accountId}`;
export const segmentKey = (accountId: string, segmentId: string): Key => ({
  pk: segmentsPk(accountId),
  sk: segmentId,
});

/** Campaigns of an account, by age. */
export const campaignsPk = (accountId: string) => `${PARTITIONS.campaign}${accountId}`;
export const campaignKey = (accountId: string, campaignId: string): Key => ({
  pk: campaignId.startsWith('aut_') ? automationSendsPk(accountId) : campaignsPk(accountId),
  sk: campaignId,
});

/** Campaigns that carry the texts of automations, apart from those that people plan. */
export const automationSendsPk = (accountId: string) => `${campaignsPk(accountId)}#AUTOMATIONS`;

/** Automations of an account, by age. */
export const automationsPk = (accountId: string) => `${PARTITIONS.automation}${accountId}`;
export const automationKey = (accountId: string, automationId: string): Key => ({
  pk: automationsPk(accountId),
  sk: automationId,
});
interface AutomationAddress {
  accountId: string;
  automationId: string;
}
export const automationPartsPk = ({ accountId, automationId }: AutomationAddress) =>
  `${automationsPk(accountId)}#${automationId}`;
/** Version of an automation, which people who entered it keep to. */
export const automationVersionKey = (address: AutomationAddress & { version: number }): Key => ({
  pk: automationPartsPk(address),
  sk: `VERSION#${paddedNumber(address.version, 6)}`,
});
/** Counts of the people of a version, in shards. */
export const AUTOMATION_COUNTS_PREFIX = 'COUNTS#';
export const automationCountsKey = (
  address: AutomationAddress & { version: number; shard: number },
): Key => ({
  pk: automationPartsPk(address),
  sk: `${AUTOMATION_COUNTS_PREFIX}${paddedNumber(address.version, 6)}#${paddedNumber(address.shard, 2)}`,
});
/** Jobs of an automation. */
export const AUTOMATION_JOB_PREFIX = 'JOB#';
export const automationJobKey = (address: AutomationAddress & { jobId: string }): Key => ({
  pk: automationPartsPk(address),
  sk: `${AUTOMATION_JOB_PREFIX}${address.jobId}`,
});
/** Place of an automation in the contact book, where it looks for people whose time comes. */
export const automationLookKey = (address: AutomationAddress): Key => ({
  pk: automationPartsPk(address),
  sk: 'LOOK',
});
/** Partitions of the people of an automation, and of the `due` index for them. */
export const AUTOMATION_SHARDS = 8;
export const automationShardOf = (phoneNumber: string) => shardOf(phoneNumber, AUTOMATION_SHARDS);
export const automationPeoplePk = (address: AutomationAddress & { shard: number }) =>
  `${automationPartsPk(address)}#${paddedNumber(address.shard, 2)}`;
/** Way of a person through an automation; several of one person are sorted together. */
export const AUTOMATION_PERSON_PREFIX = 'PERSON#';
export const automationPersonKey = (
  address: AutomationAddress & { phoneNumber: string; entry: string },
): Key => ({
  pk: automationPeoplePk({ ...address, shard: automationShardOf(address.phoneNumber) }),
  sk: `${automationPersonPrefix(address.phoneNumber)}${address.entry}`,
});
/** Number of automations that an account has ever made. */
export const automationCreationsKey = (accountId: string): Key => ({
  pk: automationPartsPk({ accountId, automationId: '' }),
  sk: 'CREATIONS',
});
/** Way of an erased person, in the shard of its id, which stands in place of the number. */
export const erasedAutomationPersonKey = (address: AutomationAddress & { erasedId: string }): Key => ({
  pk: automationPeoplePk({ ...address, shard: automationShardOf(address.erasedId) }),
  sk: automationPersonPrefix(address.erasedId),
});
export const automationPersonPrefix = (phoneNumber: string) => `${AUTOMATION_PERSON_PREFIX}${phoneNumber}#`;
/**
 * Last entry of a person, where an automation takes people once or once in some days; with `key` the last one by an
 * event of that key, hashed.
 */
export const automationEnteredKey = (
  address: AutomationAddress & { phoneNumber: string; key?: string | undefined },
): Key => ({
  pk: automationPeoplePk({ ...address, shard: automationShardOf(address.phoneNumber) }),
  sk: `ENTERED#${address.phoneNumber}${address.key === undefined ? '' : `#${address.key}`}`,
});
/** Partition of the `due` index with the people of a shard; each automation has its own, so that none holds up another. */
export const automationDuePk = (address: AutomationAddress & { shard: number }) =>
  `${duePrefix('AUTOMATION')}${automationPeoplePk(address).slice(PARTITIONS.automation.length)}`;

const campaignRunPk = (campaignId: string) => `${PARTITIONS.campaignRun}${campaignId}`;
/** Progress of taking the audience of a campaign, and the jobs that carry it out. */
export const campaignRunKey = (campaignId: string): Key => ({ pk: campaignRunPk(campaignId), sk: 'RUN' });
/** Places of the recipients of a part of the contact book; written by one worker, whose lease is in the key. */
const CAMPAIGN_PART_PREFIX = 'PART#';
export const campaignPartKey = (
  campaignId: string,
  part: { shard: number; lastContactId: string; leaseId: string },
): Key => ({
  pk: campaignRunPk(campaignId),
  sk: `${campaignPartPrefix(part.shard)}${part.lastContactId}#${part.leaseId}`,
});
export const campaignPartPrefix = (shard: number) =>
  `${CAMPAIGN_PART_PREFIX}${String(shard).padStart(2, '0')}#`;
/** Counts of what became known about a campaign's messages after they were handed over, in shards. */
export const CAMPAIGN_COUNTS_PREFIX = 'COUNTS#';
export const CAMPAIGN_COUNT_SHARDS = 32;
export const campaignCountsKey = (campaignId: string, shard: number): Key => ({
  pk: campaignRunPk(campaignId),
  sk: `${CAMPAIGN_COUNTS_PREFIX}${String(shard).padStart(2, '0')}`,
});
/** Marks that a person's STOP is counted for a campaign. */
export const campaignOptOutKey = (campaignId: string, contactId: string): Key => ({
  pk: campaignRunPk(campaignId),
  sk: `OPTEDOUT#${contactId}`,
});
/** Campaigns of an account that may hand messages over, or have done so recently. */
export const recentCampaignKey = (accountId: string, campaignId: string): Key => ({
  pk: `${PARTITIONS.campaignRun}RECENT#${accountId}`,
  sk: campaignId,
});

export const marketingCapKey = (accountId: string, contactId: string): Key => ({
  pk: `${PARTITIONS.marketingCap}${accountId}#${contactId}`,
  sk: 'CAP',
});

/** Consent log of a contact, oldest entry first; in the contact's partition. */
export const CONSENT_LOG_PREFIX = 'LOG#';
export const consentLogKey = (
  accountId: string,
  entry: { phoneNumber: string; at: string; id: string },
): Key => ({
  pk: contactKey(accountId, entry.phoneNumber).pk,
  sk: `${CONSENT_LOG_PREFIX}${entry.at}#${entry.id}`,
});

/** Likely opt-outs of an account, by age, on which a person decides. */
export const reviewsPk = (accountId: string) => `${PARTITIONS.review}${accountId}`;
export const reviewKey = (accountId: string, review: { at: string; phoneNumber: string }): Key => ({
  pk: reviewsPk(accountId),
  sk: `${review.at}#${review.phoneNumber}`,
});

/** Last time at which a phone's HELP was answered; in the contact's partition. */
export const helpAnswerKey = (accountId: string, phoneNumber: string): Key => ({
  pk: contactKey(accountId, phoneNumber).pk,
  sk: 'HELP',
});

/** Last time at which a phone got the away reply; in the contact's partition. */
export const awayReplyKey = (accountId: string, phoneNumber: string): Key => ({
  pk: contactKey(accountId, phoneNumber).pk,
  sk: 'AWAY',
});

/** Notes of users on a phone's conversation, oldest first; in the contact's partition. */
export const NOTE_PREFIX = 'NOTE#';
export const conversationNoteKey = (
  accountId: string,
  note: { phoneNumber: string; at: string; id: string },
): Key => ({
  pk: contactKey(accountId, note.phoneNumber).pk,
  sk: `${NOTE_PREFIX}${note.at}#${note.id}`,
});

/** Conversation: the texts of a phone that a person may answer; in the contact's partition. */
export const conversationKey = (accountId: string, phoneNumber: string): Key => ({
  pk: contactKey(accountId, phoneNumber).pk,
  sk: 'CONVERSATION',
});

/** Names the click or answer that gives feedback on a message, by the provider's id of the message. */
export const feedbackKey = (accountId: string, providerMessageId: string): Key => ({
  pk: `${PARTITIONS.feedback}${accountId}#${providerMessageId}`,
  sk: 'FEEDBACK',
});

/** Marks that a text from a phone took effect, by the provider's id of the text. */
export const inboundKey = (accountId: string, providerMessageId: string): Key => ({
  pk: `${PARTITIONS.inbound}${accountId}#${providerMessageId}`,
  sk: 'INBOUND',
});

export type IdempotencyScope = 'message' | 'broadcast' | 'batch' | 'campaign';
/** Contains the hash of the caller's key, because the key may contain a phone number. */
export const idempotencyKey = (accountId: string, scope: IdempotencyScope, key: string): Key => ({
  pk: `${PARTITIONS.idempotency}${accountId}#${scope}#${hashOf(`${accountId}#${scope}#${key}`)}`,
  sk: 'IDEMPOTENCY',
});
/** Returns the scope that a record of an idempotency key belongs to. @param pk its partition key */
export const readIdempotencyScope = (pk: string): IdempotencyScope => pk.split('#')[2] as IdempotencyScope;
const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');

/** Registered short link of an account, `<domain>/<path>`. */
export const LINK_PREFIX = 'LINK#';
export const accountLinkKey = (accountId: string, link: string): Key => ({
  pk: accountPk(accountId),
  sk: LINK_PREFIX + link,
});
/** Account and target of a link; the redirect reads this item. */
export const linkOwnerKey = (link: string): Key => ({ pk: `${PARTITIONS.link}${link}`, sk: 'OWNER' });
/** Link domain of an account. */
export const LINK_DOMAIN_PREFIX = 'LINKDOMAIN#';
export const accountLinkDomainKey = (accountId: string, domain: string): Key => ({
  pk: accountPk(accountId),
  sk: LINK_DOMAIN_PREFIX + domain,
});
/** Account that a link domain belongs to; the item makes the domain unique over all accounts. */
export const linkDomainOwnerKey = (domain: string): Key => ({
  pk: `${PARTITIONS.linkDomain}${domain}`,
  sk: 'OWNER',
});
/** Partition of all clicks of a message, of a link, or of the messages of a job together. */
export const clicksPk = (subject: string) => `${PARTITIONS.click}${subject}`;
/**
 * Marks that a person followed a link in a message in a minute, `YYYY-MM-DDThh:mm`. Older keys contain only the minute.
 */
export const messageClickKey = (
  messageId: string,
  { minute, link }: { minute: string; link: string },
): Key => ({
  pk: clicksPk(messageId),
  sk: `${minute}#${link}`,
});
/** Totals of the clicks of a message. */
export const messageClicksKey = (messageId: string): Key => ({ pk: clicksPk(messageId), sk: 'CLICKS' });
/** Click of a link without a known message. */
export const linkClickKey = (link: string, options: { at: string; id: string }): Key => ({
  pk: clicksPk(link),
  sk: `${options.at}#${options.id}`,
});
/**
 * Marks that a program followed a link in a minute. @param subject the message, or the link when the message is not
 * known
 */
export const botClickKey = (subject: string, { minute, link }: { minute: string; link: string }): Key => ({
  pk: clicksPk(subject),
  sk: `BOT#${minute}#${link}`,
});
/** One of several counters that together count the clicks of a link of an account. */
export const linkClicksKey = (address: { accountId: string; link: string; shard: number }): Key => ({
  pk: clicksPk(`${address.accountId}#${address.link}`),
  sk: `COUNT#${paddedNumber(address.shard, 2)}`,
});
/** One of several counters that together count the clicks of a link in the messages of a job. */
export const jobClicksKey = (address: { jobId: string; link: string; shard: number }): Key => ({
  pk: clicksPk(address.jobId),
  sk: `COUNT#${address.link}#${paddedNumber(address.shard, 2)}`,
});
/** Message that the token in a tracking link stands for; in older links also the job. */
export const linkTokenKey = (token: string): Key => ({ pk: `${PARTITIONS.linkToken}${token}`, sk: 'TOKEN' });
/** Job of an account whose tokens begin with these characters. */
export const jobLinkTokenKey = (accountId: string, jobToken: string): Key => ({
  pk: `${PARTITIONS.linkToken}${accountId}#${jobToken}`,
  sk: 'TOKEN',
});

/** Keywords of an account, all in one item. */
export const accountKeywordsKey = (accountId: string): Key => ({ pk: accountPk(accountId), sk: 'KEYWORDS' });

/** Reply that users of the account insert into their answers. */
export const SAVED_REPLY_PREFIX = 'SAVEDREPLY#';
export const savedReplyKey = (accountId: string, replyId: string): Key => ({
  pk: accountPk(accountId),
  sk: SAVED_REPLY_PREFIX + replyId,
});

/** Number of senders, of opt-in forms, or of saved replies that an account has ever made. */
export const accountCreationsKey = (accountId: string, kind: 'senders' | 'forms' | 'savedReplies'): Key => ({
  pk: accountPk(accountId),
  sk: `CREATIONS#${kind}`,
});

/** Opt-in form of an account, as it is now; sorted by age. */
export const FORM_PREFIX = 'FORM#';
export const accountFormKey = (accountId: string, formId: string): Key => ({
  pk: accountPk(accountId),
  sk: FORM_PREFIX + formId,
});
/** Version of a form, kept for as long as the account, because the consent log names it. */
export const formVersionKey = (
  accountId: string,
  { formId, version }: { formId: string; version: number },
): Key => ({ pk: accountPk(accountId), sk: `FORMVERSION#${formId}#${paddedNumber(version, 6)}` });
/** Account that a form belongs to; the public page reads this item. */
export const formOwnerKey = (formId: string): Key => ({ pk: `${PARTITIONS.form}${formId}`, sk: 'OWNER' });
/** Times of the recent posts to a form, or from a network. @param subject the form, or the hash of a network */
export const formPostsKey = (subject: string): Key => ({
  pk: `${PARTITIONS.formPosts}${subject}`,
  sk: 'TIMES',
});

/** Custom-field definitions of an account, all in one item. */
export const schemaKey = (accountId: string): Key => ({ pk: accountPk(accountId), sk: 'SCHEMA' });

/** Window in which the requests of a bucket are counted: of an account, of one of its keys, or of a user. */
export const rateKey = ({ owner, bucket }: { owner: string; bucket: string }): Key => ({
  pk: `${PARTITIONS.rateWindow}${owner}#${bucket}`,
  sk: 'RATE',
});
/** Lease of an account's running preview. */
export const previewLeaseKey = (accountId: string): Key => ({
  pk: `${PARTITIONS.rateWindow}${accountId}#preview`,
  sk: 'LEASE',
});

const jobPk = (jobId: string) => `${PARTITIONS.job}${jobId}`;
const paddedNumber = (value: number, digits: number) => String(value).padStart(digits, '0');

export const jobKey = (jobId: string): Key => ({ pk: jobPk(jobId), sk: 'JOB' });
/** Recipients of a job, packed. */
export const CHUNK_PREFIX = 'CHUNK#';
export const chunkKey = (jobId: string, chunk: number): Key => ({
  pk: jobPk(jobId),
  sk: CHUNK_PREFIX + paddedNumber(chunk, 5),
});
/** Recipients that acceptance dropped, packed. */
export const droppedKey = (jobId: string, page: number): Key => ({
  pk: jobPk(jobId),
  sk: `DROPPED#${paddedNumber(page, 5)}`,
});
/** Progress of a chunk, with its lease. */
export const PROGRESS_PREFIX = 'PROGRESS#';
export const progressKey = (jobId: string, chunk: number): Key => ({
  pk: jobPk(jobId),
  sk: PROGRESS_PREFIX + paddedNumber(chunk, 5),
});
/** Results of one page of a chunk's recipients, packed. */
export const resultKey = (jobId: string, chunk: number, page: number): Key => ({
  pk: jobPk(jobId),
  sk: `RESULT#${paddedNumber(chunk, 5)}#${paddedNumber(page, 3)}`,
});
/** Partition of the receipts of a chunk's recipients. */
export const receiptsPk = (jobId: string, chunk: number) =>
  `${PARTITIONS.receipt}${jobId}#${paddedNumber(chunk, 5)}`;
/** Receipts of the recipients on one result page. */
export const receiptPageKey = (jobId: string, chunk: number, page: number): Key => ({
  pk: receiptsPk(jobId, chunk),
  sk: `PAGE#${paddedNumber(page, 3)}`,
});
/** Entry in the account's list of its jobs, by age. */
export const jobListKey = (accountId: string, jobId: string): Key => ({
  pk: `${PARTITIONS.jobList}${accountId}`,
  sk: jobId,
});

/** Answers of the provider for a number. */
export const outageKey = (accountId: string, number: string): Key => ({
  pk: `${PARTITIONS.outage}${accountId}#${number}`,
  sk: 'OUTAGE',
});
/** One of several copies, so that no partition serves the reads of every message. */
export const serviceHoldKey = (copy: number): Key => ({
  pk: `${PARTITIONS.serviceHold}${copy}`,
  sk: 'SERVICEHOLD',
});
export const activeRegionKey = (): Key => ({ pk: `${PARTITIONS.region}ACTIVE`, sk: 'REGION' });
export const heartbeatKey = (side: RegionSide): Key => ({
  pk: `${PARTITIONS.region}${side.toUpperCase()}`,
  sk: 'HEARTBEAT',
});
/** Next free slot of a sender number with a rate. */
export const paceKey = (number: string): Key => ({ pk: `${PARTITIONS.pace}${number}`, sk: 'PACE' });

/** Media file that is fetched once for all messages of a scope. */
export const mediaKey = (scope: string, urlHash: string): Key => ({
  pk: `${PARTITIONS.media}${scope}#${urlHash}`,
  sk: 'MEDIA',
});

export const messageKey = (messageId: string): Key => ({
  pk: `${PARTITIONS.message}${messageId}`,
  sk: 'MESSAGE',
});

/** List of all accounts, for the operator. */
export const ACCOUNTS_PK = PARTITIONS.accountList;
export const accountListKey = (accountId: string): Key => ({ pk: ACCOUNTS_PK, sk: accountPk(accountId) });

/** Webhook endpoint of an account. */
export const ENDPOINT_PREFIX = 'ENDPOINT#';
export const endpointKey = (accountId: string, endpointId: string): Key => ({
  pk: accountPk(accountId),
  sk: ENDPOINT_PREFIX + endpointId,
});

/**
 * Number of parts of an endpoint's queue, and of workers that can deliver to it at once: large batches of events are
 * spread over the parts.
 */
export const ENDPOINT_QUEUE_PARTS = 8;
/** Part of an endpoint's queue. */
export interface QueuePart {
  endpointId: string;
  /** Absent: the first part, which is the whole queue of an endpoint that gets few events at a time. */
  part?: number | undefined;
}
const endpointQueuePk = ({ endpointId, part = 0 }: QueuePart) =>
  `${PARTITIONS.endpointQueue}${endpointId}${part === 0 ? '' : `#${part}`}`;
/** Part of an endpoint's queue: the lease of its worker, and the time since which its deliveries fail. */
export const endpointQueueKey = (queue: QueuePart): Key => ({ pk: endpointQueuePk(queue), sk: 'LANE' });
/**
 * Deliveries that wait for an attempt, sorted by the time at which they are due. @param name an event, or a page of
 * events
 */
export const WAITING_PREFIX = 'WAITING#';
export const waitingKey = (queue: QueuePart, entry: { dueAt: string; name: string }): Key => ({
  pk: endpointQueuePk(queue),
  sk: `${WAITING_PREFIX}${entry.dueAt}#${entry.name}`,
});
/** Failed delivery, which is no longer retried; sorted by the time of the event. */
export const FAILED_PREFIX = 'FAILED#';
export const failedKey = (endpointId: string, entry: { eventTime: string; eventId: string }): Key => ({
  pk: endpointQueuePk({ endpointId }),
  sk: `${FAILED_PREFIX}${entry.eventTime}#${entry.eventId}`,
});
/** Number of shards of an endpoint's deliveries: 1,000 events a second need two writes each. */
export const DELIVERY_SHARDS = 8;
export const deliveriesPk = (endpointId: string, shard: number) =>
  `${PARTITIONS.delivery}${endpointId}#${shard}`;
/**
 * Delivery of one event to one endpoint. Only the ids are in the key, so that an event that arrives twice is one
 * delivery.
 */
export const deliveryKey = ({ endpointId, eventId }: { endpointId: string; eventId: string }): Key => ({
  pk: deliveriesPk(endpointId, shardOf(eventId, DELIVERY_SHARDS)),
  sk: eventId,
});

export const erasureKey = (erasureId: string): Key => ({
  pk: `${PARTITIONS.erasure}${erasureId}`,
  sk: 'ERASURE',
});
/** Erasure pass over the table, shared by all erasures under way. */
export const ERASURE_PASS_KEY: Key = { pk: `${PARTITIONS.erasure}PASS`, sk: 'PASS' };
/** Progress of the pass in one slice of the table. */
export const erasureSliceKey = (slice: number): Key => ({ pk: ERASURE_PASS_KEY.pk, sk: `SLICE#${slice}` });
/** Record of an erased person, by the keyed hash of the phone number. */
export const erasedPersonKey = (accountId: string, numberHash: string): Key => ({
  pk: `${PARTITIONS.erasedPerson}${accountId}#${numberHash}`,
  sk: 'ERASED',
});

/** Imports of an account, by age. */
export const importsPk = (accountId: string) => `${PARTITIONS.import}${accountId}`;
export const importKey = (accountId: string, importId: string): Key => ({
  pk: importsPk(accountId),
  sk: importId,
});
/** Rejected rows of an import, packed; sorted by the number of the first record that was processed with them. */
export const importRejectsPk = (importId: string) => `${PARTITIONS.importRejects}${importId}`;
export const importRejectsKey = (importId: string, record: number): Key => ({
  pk: importRejectsPk(importId),
  sk: `REJECTS#${paddedNumber(record, 9)}`,
});
/** Exports of an account, by age. */
export const exportsPk = (accountId: string) => `${PARTITIONS.export}${accountId}`;
export const exportKey = (accountId: string, exportId: string): Key => ({
  pk: exportsPk(accountId),
  sk: exportId,
});
/** Transfers of an account, sorted in this order: the line as a whole, the turns, those that wait. */
export const transfersPk = (accountId: string) => `${PARTITIONS.transfer}${accountId}`;
export const transferLineKey = (accountId: string): Key => ({ pk: transfersPk(accountId), sk: 'LINE' });
export const transferTurnKey = (accountId: string, turn: number): Key => ({
  pk: transfersPk(accountId),
  sk: `TURN#${turn}`,
});
export const WAITING_TRANSFER_PREFIX = 'WAITING#';
export const waitingTransferKey = (
  accountId: string,
  { since, transferId }: { since: string; transferId: string },
): Key => ({ pk: transfersPk(accountId), sk: `${WAITING_TRANSFER_PREFIX}${since}#${transferId}` });

const userPk = (userId: string) => `${PARTITIONS.user}${userId}`;
export const userKey = (userId: string): Key => ({ pk: userPk(userId), sk: 'USER' });
/** Marks a user as an operator; apart from the user, because few functions may write it. */
export const operatorKey = (userId: string): Key => ({
  pk: `${PARTITIONS.operator}${userId}`,
  sk: 'OPERATOR',
});
/** Role of a user in an account; in the user's partition. */
export const MEMBERSHIP_PREFIX = 'ACCOUNT#';
export const userAccountKey = (userId: string, accountId: string): Key => ({
  pk: userPk(userId),
  sk: MEMBERSHIP_PREFIX + accountId,
});
/** Entry in the account's list of its users. */
export const memberKey = (accountId: string, userId: string): Key => ({
  pk: `${PARTITIONS.member}${accountId}`,
  sk: userId,
});
/** Makes an e-mail address unique over all users. @param email in lower case */
export const userEmailKey = (email: string): Key => ({ pk: `${PARTITIONS.userEmail}${email}`, sk: 'EMAIL' });
/** User for a subject of an OpenID Connect issuer. */
export const userIdentityKey = ({ issuer, subject }: { issuer: string; subject: string }): Key => ({
  pk: `${PARTITIONS.identity}${issuer}#${subject}`,
  sk: 'IDENTITY',
});
/** List of all users, for operators. */
export const USERS_PK = PARTITIONS.userList;
export const userListKey = (userId: string): Key => ({ pk: USERS_PK, sk: userId });
export const invitationsPk = (accountId: string) => `${PARTITIONS.invitation}${accountId}`;
export const invitationKey = (accountId: string, invitationId: string): Key => ({
  pk: invitationsPk(accountId),
  sk: invitationId,
});
/** Partition of the invitations to an e-mail address. @param email in lower case */
export const invitedPk = (email: string) => `${PARTITIONS.invited}${email}`;
export const invitedKey = (email: string, accountId: string): Key => ({
  pk: invitedPk(email),
  sk: accountId,
});
/** Session of a user of the console. @param tokenHash hash of the token in the cookie */
export const sessionKey = (tokenHash: string): Key => ({
  pk: `${PARTITIONS.session}${tokenHash}`,
  sk: 'SESSION',
});
/** Times of the recent sign-ins from a network. */
export const signInTimesKey = (addressHash: string): Key => ({
  pk: `${PARTITIONS.signIn}${addressHash}`,
  sk: 'TIMES',
});
