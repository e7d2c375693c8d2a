import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { CONSOLE_DECLARATIONS } from '../../functions/console/routes';
import { DECLARATIONS } from '../../functions/http/routes';
import { TWILIO_DECLARATIONS } from '../../functions/twilio/routes';
import { CONSENT_CHANGE, COUNTRY_LIMITS, CREDITS, PROVIDER_SEND } from '../../functions/table-access';
import { REMAINDERS } from '../../shared/erasure/account-remainders';
import { isAudited } from '../../shared/http/route';
import type { TableAccess } from '../../shared/platform/store/table-access';
import {
  DUE_KINDS,
  contactIndexAttributes,
  CONTACT_INDEX,
  CONTACT_SHARD_PREFIX,
  DUE_INDEX,
  duePrefix,
  INBOX_PREFIX,
  MESSAGE_INDEX,
  MESSAGES_PREFIX,
  type Partition,
  PARTITIONS,
  TEXT_INDEX,
  TEXTS_PREFIX,
} from '../../shared/platform/store/keys';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/** Kinds of access that are granted for some attributes only. */
const LIMITED = { updateOnly: 'update', putOnly: 'put' } as const;
type LimitedKind = keyof typeof LIMITED;

const LIST_ACCESS = ['listContacts', 'listTexts', 'listMessages'] as const;
/** Partitions of indexes that each access to lists needs. */
const LISTS: ReadonlyArray<{ access: (typeof LIST_ACCESS)[number]; index: string; prefix: string }> = [
  { access: 'listContacts', index: CONTACT_INDEX, prefix: CONTACT_SHARD_PREFIX },
  { access: 'listTexts', index: CONTACT_INDEX, prefix: INBOX_PREFIX },
  { access: 'listTexts', index: TEXT_INDEX, prefix: TEXTS_PREFIX },
  { access: 'listMessages', index: MESSAGE_INDEX, prefix: MESSAGES_PREFIX },
];
const LIMITED_KINDS = Object.keys(LIMITED) as LimitedKind[];

/** Access of every route that takes sessions: the session with its user, and the time of its last use. */
const SESSION: TableAccess = {
  read: ['operator', 'session', 'user'],
  updateOnly: { session: ['lastSeenAt'] },
};

/** Access of every authenticated route: the key or session with its last use, and the account. */
const AUTHENTICATION = combine({ read: ['apiKey', 'account'], update: ['keyUse'] }, SESSION);

/** Access of every function that works for one of two regions: which of them is active. */
const REGION: TableAccess = { read: ['region'] };

/** Access of every route with a rate limit. A route that only reads may write nothing else. */
const RATE_LIMIT: TableAccess = { read: ['rateWindow'], put: ['rateWindow'], update: ['rateWindow'] };

/** Access of every route that changes something. */
const AUDIT_LOG: TableAccess = { put: ['audit'] };
/** Access of every route for operators that changes something. */
const SERVICE_AUDIT_LOG: TableAccess = { put: ['serviceAudit'] };

const RELAY: TableAccess = { update: ['outbox'], batchWrite: ['outbox'] };

/** Attributes that the write of a look-up names. */
const LOOK_UP_ATTRIBUTES = [
  ...['id', 'version', 'updatedAt', 'lookedUp', 'setAsideAt', 'setAsideReason'],
  ...Object.keys(contactIndexAttributes({ accountId: '', id: 'con_' })),
];

const CHUNK_WORK = combine(...PROVIDER_SEND, COUNTRY_LIMITS, {
  read: ['account', 'campaign', 'contact', 'job', 'marketingCap', 'receipt'],
  put: ['idempotency', 'job', 'marketingCap'],
  // A run of an automation has counts of its own.
  update: ['campaign', 'campaignRun', 'job', 'statistics'],
  check: ['job'],
  // What a look-up of a number finds.
  updateOnly: { contact: LOOK_UP_ATTRIBUTES },
});

/** Items that a pass over the table deletes with their account. */
const OF_DELETED_ACCOUNTS = Object.keys(REMAINDERS) as Partition[];

/** Access of what records clicks: the account of a short link, the message in which it was followed, the click with its event. */
const CLICKS: TableAccess = {
  read: ['link', 'linkDomain', 'linkToken', 'job', 'message', 'receipt'],
  put: ['click', 'outbox'],
  // A click of a text of an automation counts in its step.
  update: ['campaignRun', 'click'],
  updateOnly: { contact: ['id', 'lastClickedAt'] },
};

const OTHER_ACCESS: Readonly<Record<string, TableAccess>> = {
  'functions/http/answer-unknown-route.ts': CLICKS,
  'functions/edge/answer-link.ts': { read: ['link', 'linkDomain'] },
  // With the clicks that are recorded already.
  'functions/workers/count-clicks.ts': combine(CLICKS, { read: ['click'] }),
  // The user who signs in, and the session.
  'functions/console/auth.ts': {
    read: ['account', 'identity', 'invitation', 'operator', 'signIn', 'user', 'userEmail'],
    query: ['invited', 'user'],
    put: ['identity', 'session', 'signIn', 'userEmail', 'userList'],
    updateOnly: { user: ['entity', 'id', 'email', 'identity', 'name', 'createdAt', 'lastSignInAt'] },
    delete: ['session'],
  },
  'functions/console/assets.ts': {},
  'functions/workers/outbox-relay.ts': RELAY,
  'functions/workers/sweep.ts': combine(RELAY, CONSENT_CHANGE, {
    // The index `due` has nothing but keys.
    read: [
      'automation',
      'campaign',
      'contact',
      'endpointQueue',
      'erasure',
      'export',
      'import',
      'job',
      'message',
      'outbox',
      'serviceHold',
      'transfer',
    ],
    query: ['accountList', 'job', 'transfer'],
    put: ['region', 'serviceHold'],
    update: ['automation', 'campaign', 'job', 'import', 'export', 'transfer'],
    due: [...DUE_KINDS],
  }),
  'functions/workers/send-queued-message.ts': combine(...PROVIDER_SEND, {
    read: ['account', 'contact', 'message'],
    put: ['feedback'],
    update: ['message'],
  }),
  'functions/workers/send-chunk.ts': CHUNK_WORK,
  'functions/workers/send-paced-chunks.ts': CHUNK_WORK,
  'functions/workers/receive-inbound.ts': combine(CONSENT_CHANGE, COUNTRY_LIMITS, {
    read: ['campaign', 'campaignRun', 'erasedPerson', 'job', 'numberOwner'],
    query: ['account', 'automation', 'campaignRun'],
    check: ['account'],
    put: ['campaignRun', 'inbound', 'message', 'review'],
    update: ['campaignRun', 'quota', 'statistics'],
    delete: ['review'],
  }),
  // A person's data can be anywhere, so this is the only function that may scan the table.
  'functions/workers/erase-people.ts': combine(CREDITS, {
    scan: true,
    read: [
      'account',
      'audit',
      'campaign',
      'campaignRun',
      'export',
      'import',
      'segment',
      ...OF_DELETED_ACCOUNTS,
    ],
    query: ['campaign', 'click', 'contact', 'export', 'import', 'job', 'receipt'],
    put: ['automation', 'erasedPerson', 'erasure', 'job', 'outbox'],
    update: [
      'audit',
      'automation',
      'campaign',
      'click',
      'contact',
      'delivery',
      'erasure',
      'export',
      'idempotency',
      'import',
      'job',
      'message',
      'outbox',
      'segment',
    ],
    updateOnly: { account: ['contactCount'] },
    delete: ['export', 'import', ...OF_DELETED_ACCOUNTS],
    check: ['job'],
    batchWrite: ['automation', 'click', 'contact', 'importRejects', 'job', 'receipt'],
    due: ['ERASURE'],
  }),
  'functions/workers/record-receipt.ts': {
    read: ['account', 'contact', 'endpointQueue', 'erasedPerson', 'job', 'message', 'receipt'],
    query: ['account'],
    put: ['delivery', 'endpointQueue', 'job', 'receipt'],
    update: [
      'campaign',
      'campaignRun',
      'contact',
      'endpointQueue',
      'idempotency',
      'job',
      'message',
      'statistics',
    ],
  },
  'functions/workers/transfer-contacts.ts': combine(CONSENT_CHANGE, COUNTRY_LIMITS, {
    read: [
      'account',
      'campaign',
      'campaignRun',
      'contact',
      'erasedPerson',
      'import',
      'export',
      'quota',
      'job',
      'receipt',
      'click',
    ],
    query: ['account', 'campaignRun', 'importRejects', 'job', 'transfer'],
    put: ['importRejects', 'message', 'outbox', 'transfer'],
    update: ['import', 'export', 'quota'],
    updateOnly: { account: ['contactTimeZones'] },
    delete: ['review', 'transfer'],
    check: ['account'],
    batchWrite: ['importRejects'],
    listContacts: true,
  }),
  'functions/workers/work-campaigns.ts': combine(CREDITS, CONSENT_CHANGE, COUNTRY_LIMITS, {
    // With the users who launched them, who may have lost the right since.
    read: [
      'account',
      'automation',
      'apiKey',
      'campaign',
      'campaignRun',
      'contact',
      'job',
      'operator',
      'user',
    ],
    query: ['account', 'automation', 'campaignRun', 'job'],
    // With the opt-in messages of groups that people join.
    put: ['audit', 'automation', 'campaignRun', 'job', 'linkToken', 'message', 'outbox'],
    update: ['automation', 'campaign', 'campaignRun', 'job', 'quota'],
    check: ['account', 'automation', 'campaignRun'],
    delete: ['automation', 'outbox'],
    batchWrite: ['campaignRun', 'job'],
    listContacts: true,
    due: ['AUTOMATION'],
  }),
  'functions/workers/archive-events.ts': {},
  // For the key with which it hashes numbers.
  'functions/workers/log-changes.ts': { read: ['erasedPerson'] },
  'functions/workers/run-canary.ts': {},
  // With the people who enter automations by an event.
  'functions/workers/enter-by-events.ts': {
    read: ['account', 'automation', 'campaign', 'campaignRun', 'contact', 'job', 'outbox'],
    query: ['account', 'automation', 'campaignRun'],
    put: ['automation', 'outbox'],
    update: ['automation', 'outbox'],
    delete: ['outbox'],
  },
  'functions/workers/fan-out-events.ts': {
    // With the people who enter automations by joining a group, or leave them with one.
    read: [
      'account',
      'automation',
      'campaign',
      'campaignRun',
      'contact',
      'endpointQueue',
      'erasedPerson',
      'job',
    ],
    query: ['account', 'automation', 'campaignRun'],
    put: ['automation', 'delivery', 'endpointQueue', 'outbox'],
    update: ['automation', 'endpointQueue', 'statistics'],
    batchWrite: ['outbox'],
  },
  // It sends requests to servers of strangers, and only writes items of deliveries.
  'functions/workers/deliver-webhook.ts': {
    read: ['account', 'delivery', 'endpointQueue'],
    query: ['endpointQueue'],
    put: ['delivery', 'endpointQueue', 'webhookOutbox'],
    update: ['endpointQueue'],
    delete: ['endpointQueue'],
    check: ['account'],
    batchWrite: ['endpointQueue'],
  },
};

/**
 * Returns the access of a function.
 *
 * @throws Error when it is declared nowhere
 */
export function accessOf(entry: string): TableAccess {
  const ofConsole = CONSOLE_DECLARATIONS.filter(({ route }) => route.handler === entry);
  if (ofConsole.length > 0) {
    const isAboutAccounts = ofConsole.some(({ route }) => route.authentication === 'session');
    return combine(
      SESSION,
      RATE_LIMIT,
      REGION,
      ...(ofConsole.some(({ route }) => route.method !== 'GET') ? [AUDIT_LOG] : []),
      ...(ofConsole.some(isOperatorChange) ? [SERVICE_AUDIT_LOG] : []),
      ...(isAboutAccounts ? [{ read: ['account'] } satisfies TableAccess] : []),
      ...ofConsole.flatMap(({ access }) => access()),
    );
  }
  const declarations = [...DECLARATIONS, ...TWILIO_DECLARATIONS].filter(
    ({ route }) => route.handler === entry,
  );
  if (declarations.length > 0) {
    const isPublic = declarations.every(({ route }) => route.authentication === 'none');
    const ofChain = isPublic ? [] : [AUTHENTICATION, RATE_LIMIT, REGION];
    const ofAudit = declarations.some(({ route }) => isAudited(route)) ? [AUDIT_LOG] : [];
    return combine(...ofChain, ...ofAudit, ...declarations.flatMap(({ access }) => access()));
  }
  const access = OTHER_ACCESS[entry];
  if (!access) throw new Error(`lib/stack/table-access.ts does not say what ${entry} does to the table`);
  const worksOnTable = entry.startsWith('functions/workers/') && Object.keys(access).length > 0;
  return worksOnTable ? combine(access, REGION) : access;
}

const isOperatorChange = ({ route }: (typeof CONSOLE_DECLARATIONS)[number]): boolean =>
  route.authentication === 'user' && route.isForOperators && route.method !== 'GET';

/** Returns true when a route of the function has a list whose pages have cursors. */
export const takesCursors = (entry: string): boolean =>
  [...DECLARATIONS, ...TWILIO_DECLARATIONS, ...CONSOLE_DECLARATIONS].some(
    ({ route, documentation }) =>
      route.handler === entry && documentation().query?.some(({ name }) => name === 'cursor'),
  );

/** IAM actions by kind of access. A transaction needs the permissions of its parts. */
const ACTIONS: Record<
  Exclude<keyof TableAccess, 'due' | 'scan' | LimitedKind | (typeof LIST_ACCESS)[number]>,
  string[]
> = {
  read: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
  query: ['dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  update: ['dynamodb:UpdateItem'],
  delete: ['dynamodb:DeleteItem'],
  check: ['dynamodb:ConditionCheckItem'],
  batchWrite: ['dynamodb:BatchWriteItem'],
};

/** Grants a function its access to the table, partition by partition. */
export function grantTableAccess(
  table: Pick<ITableV2, 'tableArn'>,
  handler: Pick<IFunction, 'addToRolePolicy'>,
  access: TableAccess,
): void {
  const actionsByKeys = new Map<string, string[]>();
  for (const [kind, actions] of Object.entries(ACTIONS)) {
    const partitions = access[kind as keyof typeof ACTIONS] ?? [];
    if (partitions.length === 0) continue;
    const keys = JSON.stringify(partitions.map((partition) => `${PARTITIONS[partition]}*`).sort());
    actionsByKeys.set(keys, [...(actionsByKeys.get(keys) ?? []), ...actions]);
  }
  for (const [keys, actions] of actionsByKeys) {
    handler.addToRolePolicy(
      statement({ actions, resource: table.tableArn, leadingKeys: JSON.parse(keys) as string[] }),
    );
  }
  for (const kind of LIMITED_KINDS) {
    for (const [partition, attributes] of Object.entries(access[kind] ?? {})) {
      handler.addToRolePolicy(
        statement({
          actions: ACTIONS[LIMITED[kind]],
          resource: table.tableArn,
          leadingKeys: [`${PARTITIONS[partition as Partition]}*`],
          attributes: [...new Set(['pk', 'sk', ...attributes])],
        }),
      );
    }
  }
  if (access.scan) {
    handler.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Scan'], resources: [table.tableArn] }));
  }
  if (access.due) {
    const leadingKeys = access.due.map((kind) => `${duePrefix(kind)}*`);
    const resource = `${table.tableArn}/index/${DUE_INDEX}`;
    handler.addToRolePolicy(statement({ actions: ['dynamodb:Query'], resource, leadingKeys }));
  }
  const lists = LISTS.filter(({ access: name }) => access[name]);
  for (const index of new Set(lists.map((list) => list.index))) {
    const leadingKeys = lists.filter((list) => list.index === index).map(({ prefix }) => `${prefix}*`);
    const resource = `${table.tableArn}/index/${index}`;
    handler.addToRolePolicy(statement({ actions: ['dynamodb:Query'], resource, leadingKeys }));
  }
}

/**
 * Builds a statement.
 *
 * @param options.attributes all that a request may name, including those of its key and of its condition
 *
 * **Source:** DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control",
 * `dynamodb:Attributes`; "Using IAM with DynamoDB transactions": the parts of a transaction need the permissions of the
 * single operations.
 */
function statement(options: {
  actions: string[];
  resource: string;
  leadingKeys: string[];
  attributes?: string[];
}): PolicyStatement {
  const { actions, resource, leadingKeys, attributes } = options;
  return new PolicyStatement({
    actions,
    resources: [resource],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys },
      ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
    },
  });
}

function combine(...parts: TableAccess[]): TableAccess {
  const combined: Record<string, string[]> = {};
  for (const {
    updateOnly: _,
    putOnly: _put,
    listContacts: _list,
    listTexts: _texts,
    listMessages: _messages,
    scan: _scan,
    ...lists
  } of parts) {
    for (const [kind, names] of Object.entries(lists) as Array<[string, string[]]>) {
      combined[kind] = [...new Set([...(combined[kind] ?? []), ...names])];
    }
  }
  const scan = parts.some((part) => part.scan);
  return {
    ...combined,
    ...Object.fromEntries(LIMITED_KINDS.map((kind) => [kind, combineLimited(parts, kind)])),
    ...Object.fromEntries(
      LIST_ACCESS.filter((name) => parts.some((part) => part[name])).map((name) => [name, true]),
    ),
    ...(scan && { scan }),
  };
}

function combineLimited(parts: TableAccess[], kind: LimitedKind): TableAccess[LimitedKind] {
  const attributes: Partial<Record<Partition, string[]>> = {};
  for (const [name, added] of parts.flatMap((part) => Object.entries(part[kind] ?? {}))) {
    const partition = name as Partition;
    attributes[partition] = [...new Set([...(attributes[partition] ?? []), ...added])];
  }
  return attributes;
}
