import { handler as identity } from '../../../../functions/console/identity';
import { handler as account } from '../../../../functions/console/account';
import { handler as createContact } from '../../../../functions/http/create-contact';
import { handler as changeSegments } from '../../../../functions/http/change-segments';
import { type AuditEntry, auditItem } from '../../../../shared/audit/audit-entry';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { getPlatform } from '../../../../shared/platform/platform';
import {
  accountKey,
  API_KEY_PREFIX,
  auditPk,
  contactKey,
  PARTITIONS,
  segmentsPk,
} from '../../../../shared/platform/store/keys';
import type { Item } from '../../../../shared/platform/store/item';
import type { Table, TableSender } from '../../../../shared/platform/store/table';
import { callHandler, createTestAccount, type TestAccount } from '../../../support/routes/call-handler';
import { createConsoleUser } from '../../../support/console/console-user';
import { useEngine } from '../../../support/engines/engine';
import { onRoute } from '../../../support/routes/on-route';

const createSegment = onRoute('createSegment', changeSegments);
const deleteSegment = onRoute('deleteSegment', changeSegments);

const PHONE = '+12125550123';

const engine = useEngine({ setsEnvironment: true });
let table: Table;
let caller: TestAccount;

beforeAll(async () => {
  ({ table } = getPlatform());
});
beforeEach(async () => {
  caller = await createTestAccount(engine);
});
afterEach(() => {
  Object.assign(getPlatform(), { table });
});

type Send = (command: object) => Promise<object>;
/** Makes the service reach its table through `send`. */
function plant(wrap: (send: Send) => Send): void {
  const through = table.through((sender) => {
    const send: Send = async (command) => sender.send(command as never);
    return { send: wrap(send) } as TableSender;
  });
  Object.assign(getPlatform(), { table: through });
}

interface Write {
  Item?: Item;
  Key?: { pk: string };
}
/** Returns the entries that a command writes. */
function writesOf(command: object): Write[] {
  const { input } = command as { input: Write & { TransactItems?: Array<Record<string, Write>> } };
  if (input.TransactItems) return input.TransactItems.flatMap((action) => Object.values(action));
  return /^(Put|Update|Delete)Command$/.test(command.constructor.name) ? [input] : [];
}
const isIn = ({ Item: item, Key: key }: Write, prefix: string) =>
  (item ?? key)?.pk.startsWith(prefix) === true;

/** Makes the engine refuse each entry of an audit log, which is larger than an item can be. */
const refuseEntries = () =>
  plant((send) => async (command) => {
    for (const write of writesOf(command)) {
      if (write.Item && isIn(write, PARTITIONS.audit))
        write.Item = { ...write.Item, filler: 'x'.repeat(410_000) };
    }
    return send(command);
  });

/** Makes the function break off as soon as an item of the partition is written. */
const breakOffAfter = (prefix: string) =>
  plant((send) => async (command) => {
    const answer = await send(command);
    if (writesOf(command).some((write) => isIn(write, prefix))) throw new Error('Broken off');
    return answer;
  });

async function entries(): Promise<AuditEntry[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': auditPk(caller.accountId) },
    ConsistentRead: true,
  });
  return items.map(auditItem.read);
}
const itemsOf = (pk: string, prefix: string) =>
  table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  });

async function asAdmin(handler: typeof account, request: { method: string; path: string; body: object }) {
  const deps = { table, clock: systemClock, ids: createIds(systemClock) };
  const { headers } = await createConsoleUser({ deps }, { accountId: caller.accountId, role: 'admin' });
  return callHandler(handler, { ...request, path: `/console/api/${request.path}`, headers });
}

const call = (handler: Parameters<typeof callHandler>[0], request: object) =>
  callHandler(handler, { authorization: caller.authorization, ...request });
const segment = { name: 'All', audience: { everyone: true } };

interface Case {
  action: string;
  /** Prefix of the partition that is written. */
  prefix: string;
  prepare?: () => Promise<string>;
  act: (prepared: string) => Promise<{ status: number }>;
  /** Reads the stored item. */
  stored: () => Promise<unknown>;
}

const CASES: Case[] = [
  {
    action: 'createSegment',
    prefix: PARTITIONS.segment,
    act: () => call(createSegment, { body: segment }),
    stored: () => itemsOf(segmentsPk(caller.accountId), 'seg_'),
  },
  {
    action: 'deleteSegment',
    prefix: PARTITIONS.segment,
    prepare: async () => {
      const { body } = await call(createSegment, { body: segment });
      return (body as { id: string }).id;
    },
    act: (id) => call(deleteSegment, { pathParameters: { id } }),
    stored: () => itemsOf(segmentsPk(caller.accountId), 'seg_'),
  },
  {
    action: 'createContact',
    prefix: PARTITIONS.contact,
    act: () => call(createContact, { pathParameters: { phoneNumber: PHONE }, body: {} }),
    stored: () => table.get(contactKey(caller.accountId, PHONE)),
  },
  {
    action: 'createGroup',
    prefix: PARTITIONS.account,
    act: () =>
      asAdmin(account, { method: 'POST', path: 'groups', body: { name: 'News', optInType: 'SINGLE' } }),
    stored: () => itemsOf(accountKey(caller.accountId).pk, 'GROUP'),
  },
  {
    action: 'updateSettings',
    prefix: PARTITIONS.account,
    act: () => asAdmin(account, { method: 'PATCH', path: 'settings', body: { maxSegments: 5 } }),
    stored: () => table.get(accountKey(caller.accountId)),
  },
  {
    action: 'createKey',
    prefix: PARTITIONS.apiKey,
    act: () => asAdmin(identity, { method: 'POST', path: 'keys', body: { scopes: ['contacts:read'] } }),
    stored: () => itemsOf(accountKey(caller.accountId).pk, API_KEY_PREFIX),
  },
];

describe('E6: the entry of a change in the audit log', () => {
  it.each(CASES)('is there or $action is not done', async ({ prepare, act, stored }) => {
    const prepared = (await prepare?.()) ?? '';
    const [before, known] = [await stored(), await entries()];
    refuseEntries();

    expect((await act(prepared)).status).toBeGreaterThanOrEqual(500);
    expect(await stored()).toEqual(before);
    expect(await entries()).toEqual(known);
  });

  it.each(CASES)(
    'is not lost when $action breaks off after it',
    async ({ action, prefix, prepare, act, stored }) => {
      const prepared = (await prepare?.()) ?? '';
      const [before, known] = [await stored(), await entries()];
      breakOffAfter(prefix);

      expect((await act(prepared)).status).toBeGreaterThanOrEqual(500);
      expect(await stored()).not.toEqual(before);
      const [entry, ...others] = (await entries()).slice(known.length);
      expect([entry?.action, others]).toEqual([action, []]);
    },
  );
});
