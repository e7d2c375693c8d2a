import { handlerOf, type Plane } from '../../functions/console/plane';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import { isAllowed } from '../../lib/local/access-policy';
import type { ConsoleRoute } from '../../shared/http/route';
import type { Partition } from '../../shared/platform/store/keys';
import {
  allowedPartitions,
  functions,
  mayWrite,
  mayWriteAny,
  READS,
  template,
  writablePartitions,
  WRITES,
} from '../support/stack/function-grants';

const READING = handlerOf('reading');
const ACCOUNT = handlerOf('account');
const SUBMISSION = handlerOf('submission');
const MERGE = handlerOf('merge');
const IDENTITY = handlerOf('identity');
const OPERATOR = handlerOf('operator');
const SIGN_IN = 'functions/console/auth.ts';

/** Returns the functions that may write anything in a partition, of the API, the console and the workers. */
const writersOf = (partition: Partition) =>
  [...functions.keys()].filter((entry) => writablePartitions(entry).includes(partition)).sort();
const operationsOf = (plane: Plane) =>
  (CONSOLE_ROUTES as readonly ConsoleRoute[])
    .filter(({ handler }) => handler === handlerOf(plane))
    .map(({ operationId }) => operationId);

describe('the function of the console that reads', () => {
  it('has every GET of an account', () => {
    const gets = (CONSOLE_ROUTES as readonly ConsoleRoute[]).filter(
      ({ method, path }) => method === 'GET' && !path.startsWith('/console/api/operator/'),
    );
    expect(operationsOf('reading')).toEqual(
      expect.arrayContaining(gets.map(({ operationId }) => operationId)),
    );
  });

  it('writes nothing but rate-limit windows, and when a session was last seen', () => {
    expect(writablePartitions(READING)).toEqual(['rateWindow', 'session']);
    const write = { action: 'UpdateItem', partition: 'session' } as const;
    expect(mayWrite(READING, { ...write, attributes: ['lastSeenAt'] })).toBe(true);
    expect(mayWrite(READING, { ...write, attributes: ['userId'] })).toBe(false);
  });
});

describe('the function of the console that changes something of an account', () => {
  it('writes neither users, members, operators, keys nor identities, and begins no session', () => {
    const forbidden = ['apiKey', 'identity', 'member', 'operator', 'signIn', 'user', 'userEmail', 'userList'];
    expect(writablePartitions(ACCOUNT).filter((partition) => forbidden.includes(partition))).toEqual([]);
    expect(allowedPartitions(ACCOUNT, WRITES)).not.toContain('session');
  });

  it('writes neither owners of numbers, the list of accounts nor shards', () => {
    const forbidden = ['accountList', 'numberOwner', 'creditShard'];
    expect(writablePartitions(ACCOUNT).filter((partition) => forbidden.includes(partition))).toEqual([]);
  });

  it('does not read API keys', () => {
    expect(allowedPartitions(ACCOUNT, ['GetItem', 'BatchGetItem', 'Query'])).not.toContain('apiKey');
  });

  it.each([
    ...[
      'smsCredits',
      'mmsCredits',
      'hasCreditShards',
      'creditShardFills',
      'creditShardsHoldAtMost',
      'closedAt',
    ],
    ...['dailyQuota', 'freeTexts', 'silentOptIn', 'rateLimits', 'contentExemptions', 'legalHours'],
  ])('gives no account %s, by an update or a put', (name) => {
    for (const action of ['UpdateItem', 'PutItem']) {
      expect(mayWrite(ACCOUNT, { action, partition: 'account', attributes: ['name'] })).toBe(true);
      expect(mayWrite(ACCOUNT, { action, partition: 'account', attributes: ['name', name] })).toBe(false);
    }
  });
});

describe('the function of the console that submits for approval', () => {
  it('writes campaigns and automations, and nothing else of an account', () => {
    expect(writablePartitions(SUBMISSION)).toEqual([
      'audit',
      'automation',
      'campaign',
      'outbox',
      'rateWindow',
      'session',
      'webhookOutbox',
    ]);
  });
});

describe('the function of the console that merges contacts', () => {
  it('writes contacts, and of an account the number of members of its groups alone', () => {
    expect(writablePartitions(MERGE)).toEqual([
      'account',
      'audit',
      'contact',
      'outbox',
      'rateWindow',
      'session',
      'webhookOutbox',
    ]);
    const update = { action: 'UpdateItem', partition: 'account' } as const;
    expect(mayWrite(MERGE, { ...update, attributes: ['contactCount'] })).toBe(true);
    expect(mayWrite(MERGE, { ...update, attributes: ['name'] })).toBe(false);
  });
});

describe('the function of the console that says who may come in', () => {
  it('has the routes that change users, invitations and keys', () => {
    const changing = /^(?!list|get).*(User|Key|Invitation)$/;
    const expected = (CONSOLE_ROUTES as readonly ConsoleRoute[])
      .filter(({ path }) => !path.startsWith('/console/api/operator/'))
      .map(({ operationId }) => operationId)
      .filter((operationId) => changing.test(operationId));
    expect(operationsOf('identity')).toEqual(expected);
    expect(expected).toEqual(
      expect.arrayContaining(['revokeKey', 'inviteUser', 'acceptInvitation', 'removeUser']),
    );
  });

  it('writes roles, members, invitations and keys, and nothing else', () => {
    expect(writablePartitions(IDENTITY)).toEqual([
      'account',
      'apiKey',
      'audit',
      'invitation',
      'invited',
      'member',
      'rateWindow',
      'session',
      'user',
    ]);
  });

  it('of an account writes its list of keys alone', () => {
    expect(WRITES.filter((action) => mayWrite(IDENTITY, { action, partition: 'account' }))).toEqual([
      'PutItem',
    ]);
    const put = { action: 'PutItem', partition: 'account' } as const;
    expect(mayWrite(IDENTITY, { ...put, attributes: ['entity', 'keyId'] })).toBe(true);
    expect(mayWrite(IDENTITY, { ...put, attributes: ['entity', 'name'] })).toBe(false);
  });

  it('makes no user, gives none an identity at the issuer, and no key other scopes', () => {
    for (const action of ['UpdateItem', 'PutItem']) {
      expect(mayWrite(IDENTITY, { action, partition: 'user', attributes: ['role'] })).toBe(true);
      expect(mayWrite(IDENTITY, { action, partition: 'user', attributes: ['identity'] })).toBe(false);
      expect(mayWrite(IDENTITY, { action, partition: 'user', attributes: ['email'] })).toBe(false);
    }
    expect(
      ['revokedAt', 'secretHash', 'scopes'].filter((name) =>
        mayWrite(IDENTITY, { action: 'UpdateItem', partition: 'apiKey', attributes: [name] }),
      ),
    ).toEqual(['revokedAt', 'secretHash']);
  });
});

describe('of all functions, those of the API and the workers included', () => {
  it.each<[Partition, string[]]>([
    ['operator', [OPERATOR]],
    ['accountList', [OPERATOR]],
    // The worker deletes those of accounts that are deleted.
    ['numberOwner', [OPERATOR, 'functions/workers/erase-people.ts']],
    ['member', [IDENTITY, OPERATOR]],
    ['user', [SIGN_IN, IDENTITY, OPERATOR]],
    ['userEmail', [SIGN_IN, OPERATOR]],
    ['userList', [SIGN_IN, OPERATOR]],
    ['invitation', [IDENTITY]],
    ['invited', [IDENTITY]],
    ['identity', [SIGN_IN, OPERATOR]],
    ['signIn', [SIGN_IN]],
    ['serviceAudit', [OPERATOR]],
  ])('only these write %s: %j', (partition, expected) => {
    expect(writersOf(partition)).toEqual(expected);
  });

  it('only that of operators reads the audit log of the service, and none changes or deletes an entry of it', () => {
    const entries = [...functions.keys()];
    const whichMay = (actions: string[]) =>
      entries.filter((entry) => allowedPartitions(entry, actions).includes('serviceAudit'));
    expect(whichMay(READS)).toEqual([OPERATOR]);
    expect(whichMay(['PutItem'])).toEqual([OPERATOR]);
    expect(whichMay(['UpdateItem', 'DeleteItem', 'BatchWriteItem'])).toEqual([]);
  });

  it('only the worker that erases people changes an entry of the audit log of an account, and none deletes one', () => {
    const whichMay = (actions: string[]) =>
      [...functions.keys()].filter((entry) => allowedPartitions(entry, actions).includes('audit'));
    expect(whichMay(['UpdateItem'])).toEqual(['functions/workers/erase-people.ts']);
    expect(whichMay(['DeleteItem', 'BatchWriteItem'])).toEqual([]);
  });

  it('only those of keys and of operators write more of a key than when it was last used', () => {
    const writersOfKeys = (attribute: string) =>
      [...functions.keys()]
        .filter((entry) => mayWriteAny(entry, { partition: 'apiKey', attributes: [attribute] }))
        .sort();
    for (const attribute of ['revokedAt', 'secretHash', 'scopes', 'accountId']) {
      expect(writersOfKeys(attribute)).toEqual([IDENTITY, OPERATOR]);
    }
  });

  it('only the one that signs users in begins and ends sessions', () => {
    const writers = [...functions.keys()].filter((entry) =>
      allowedPartitions(entry, WRITES).includes('session'),
    );
    expect(writers).toEqual([SIGN_IN]);
  });

  it.each([
    ['Seals sign-ins that are under way, and the ID tokens of sessions', [SIGN_IN]],
    ['Seals the secrets that webhooks are signed with', [ACCOUNT, 'functions/workers/deliver-webhook.ts']],
    [
      'Hashes the phone numbers of erased people',
      [
        ACCOUNT,
        'functions/http/create-contact.ts',
        'functions/http/erase-contact.ts',
        'functions/http/opt-in-form.ts',
        'functions/workers/erase-people.ts',
        'functions/workers/fan-out-events.ts',
        'functions/workers/receive-inbound.ts',
        'functions/workers/record-receipt.ts',
        'functions/workers/transfer-contacts.ts',
      ],
    ],
  ])('only these read the secret "%s"', (description, expected) => {
    const secret = template
      .resources('AWS::SecretsManager::Secret')
      .find(({ properties }) => properties.Description === description);
    const resource = String(template.resolve({ Ref: secret?.logicalId }));
    const readers = [...functions].filter(([, statements]) =>
      isAllowed(statements, { action: 'secretsmanager:GetSecretValue', resource, context: {} }),
    );
    expect(readers.map(([entry]) => entry).sort()).toEqual(expected);
  });
});
