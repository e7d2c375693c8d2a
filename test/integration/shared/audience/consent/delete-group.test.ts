import { Readable } from 'node:stream';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../../../shared/accounts/account';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { importRecords } from '../../../../support/audience/import-records';
import type { ServiceError } from '../../../../../shared/errors/service-error';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup, type NewGroup } from '../../../../../shared/audience/groups/create-group';
import { deleteGroupPart } from '../../../../../shared/operations/delete-group-in-parts';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { listAllGroups } from '../../../../../shared/audience/groups/list-groups';
import type { OptInMode } from '../../../../../shared/audience/groups/opt-in-mode';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import { CONTACT_INDEX, deletedGroupKey } from '../../../../../shared/platform/store/keys';
import {
  type ConsentPlatform,
  consentPlatform,
  queuedEvents,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { Crash, crashingTable, wrappedTable } from '../../../../support/faults/faulty-client';

interface RemoveOptions {
  deps?: ConsentPlatform;
  accountId?: string;
  onProgress?: (left: number) => void;
}

/** Nothing in these tests needs the index a moment to settle. */
const NO_WAITS = { pause: async () => undefined, random: Math.random };
const actor = { type: 'api' } as const;
const phone = (index: number) => `+1212555${1000 + index}`;

const engine = useEngine();
let platform: ConsentPlatform;
let account: Account;

beforeAll(async () => {
  platform = consentPlatform(tableThrough((send) => send));
});
beforeEach(async () => {
  account = await seedAccount(platform);
});

const tableThrough = (wrap: Parameters<typeof wrappedTable>[2]) =>
  wrappedTable(engine.documents, engine.table.name, wrap, NO_WAITS);
const makeGroup = (name: string, more: Partial<NewGroup> = {}) =>
  createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE', ...more });
const makeContact = (phoneNumber: string) => seedContact(platform, { accountId: account.id, phoneNumber });
const enrol = (phoneNumber: string, groupId: string, optInMode: OptInMode = 'SILENT') =>
  addMembership(platform, { account, phoneNumber, groupId, optInMode, actor });
const remove = (
  groupId: string,
  { deps = platform, accountId = account.id, onProgress }: RemoveOptions = {},
) => deleteGroupPart(deps, { accountId, groupId, worksForMs: Infinity, onProgress });
const contactAt = (phoneNumber: string) =>
  readStoredContact(platform.table, { accountId: account.id, phoneNumber });
const groupsOf = async (phoneNumber: string) => {
  const contact = await contactAt(phoneNumber);
  return [Object.keys(contact?.memberships ?? {}), Object.keys(contact?.pendingMemberships ?? {})];
};
const logOf = async (phoneNumber: string) =>
  (await membershipLog(platform.table, { accountId: account.id, phoneNumber })).map(
    ({ action, reason, actor: who, groupName, evidence }) => [action, reason, who, groupName, evidence],
  );
const countOf = async (groupId: string) =>
  (await findGroup(platform.table, { accountId: account.id, groupId }))?.contactCount;
/** Returns the events about a group, as `<type of change> <phone number> <reason>`. */
const eventsOf = async (groupId: string) =>
  (await queuedEvents(platform.table, account.id))
    .filter(({ group }) => group.id === groupId)
    .map((event) =>
      event.type === 'contacts.group.opted_in'
        ? `in ${event.contact.phoneNumber}`
        : `out ${event.contact.phoneNumber} ${event.reason}`,
    );
const codeOf = (error: unknown) => (error as ServiceError).code;
const text = (from: string, body: string, id: string) =>
  receiveInbound(
    platform,
    { to: account.defaultNumber ?? '', rawFrom: from, body, providerMessageId: id },
    platform.clock.now(),
  );

describe('deleting a group', () => {
  it('takes its members out of it, with log and event, and no one out of another group', async () => {
    const [group, other] = [await makeGroup('News'), await makeGroup('Offers')];
    for (const index of [0, 1, 2]) await makeContact(phone(index));
    await enrol(phone(0), group.id);
    await enrol(phone(0), other.id);
    await enrol(phone(1), group.id, 'CONFIRM');
    await enrol(phone(2), other.id);

    expect(await remove(group.id)).toEqual({ left: 2 });

    expect(await groupsOf(phone(0))).toEqual([[other.id], []]);
    expect(await groupsOf(phone(1))).toEqual([[], []]);
    expect(await groupsOf(phone(2))).toEqual([[other.id], []]);
    expect(await countOf(other.id)).toBe(2);
    expect(await eventsOf(group.id)).toEqual([`in ${phone(0)}`, `out ${phone(0)} MANUAL_REMOVAL`]);
    expect(await eventsOf(other.id)).toEqual([`in ${phone(0)}`, `in ${phone(2)}`]);
    expect((await logOf(phone(0))).at(-1)).toEqual([
      ...['MANUAL_REMOVAL', 'USER_REMOVED', 'operator', 'News', 'The group was deleted.'],
    ]);
    expect((await logOf(phone(1))).at(-1)).toEqual([
      ...['PENDING_REMOVED', 'USER_REMOVED', 'operator', 'News', 'The group was deleted.'],
    ]);
  });

  it('leaves nothing of it behind, the default least of all', async () => {
    const group = await makeGroup('News', { isDefault: true });
    const other = await makeGroup('Offers');

    expect(await remove(group.id)).toEqual({ left: 0 });

    expect(await findGroup(platform.table, { accountId: account.id, groupId: group.id })).toBeUndefined();
    expect(await listAllGroups(platform.table, account.id)).toEqual([other]);
    expect(await platform.table.get(deletedGroupKey(account.id, group.id))).toBeUndefined();
    const next = await makeGroup('News', { isDefault: true });
    expect(await listAllGroups(platform.table, account.id)).toEqual([next, other]);
    expect(await remove(group.id)).toBeUndefined();
  });

  it('does not know the group of another account, nor contacts of its members there', async () => {
    const group = await makeGroup('News');
    await makeContact(phone(0));
    await enrol(phone(0), group.id);
    const stranger = await seedAccount(platform);

    expect(await remove(group.id, { accountId: stranger.id })).toBeUndefined();
    expect(await groupsOf(phone(0))).toEqual([[group.id], []]);
    expect(await countOf(group.id)).toBe(1);
  });

  it('tells how far it is', async () => {
    const group = await makeGroup('News');
    for (let index = 0; index < 3; index++) {
      await makeContact(phone(index));
      await enrol(phone(index), group.id);
    }
    const told: number[] = [];
    await remove(group.id, { onProgress: (n) => told.push(n) });
    expect(told.at(-1)).toBe(3);
    expect(told).toEqual([...told].sort());
  });
});

describe('while a group is being deleted', () => {
  /** Begins a deletion, which dies when it looks for members. */
  async function beginDeletion(groupId: string): Promise<void> {
    const table = tableThrough((send) => (command, ...rest) => {
      const isOfBook = command instanceof QueryCommand && command.input.IndexName === CONTACT_INDEX;
      if (isOfBook) throw new Crash('Died before the members');
      return send(command, ...rest);
    });
    await expect(remove(groupId, { deps: { ...platform, table } })).rejects.toThrow(Crash);
  }

  it.each(['DIRECT', 'SILENT', 'CONFIRM'] as const)('no one can join it by %s', async (optInMode) => {
    const group = await makeGroup('News');
    await makeContact(phone(0));
    await beginDeletion(group.id);

    await expect(enrol(phone(0), group.id, optInMode)).rejects.toMatchObject({ code: 33031 });
  });

  it.each(['DIRECT', 'SILENT', 'CONFIRM'] as const)(
    'an enrolment by %s that has read the group before is refused',
    async (optInMode) => {
      const group = await makeGroup('News', { optInMessage: 'Welcome' });
      await makeContact(phone(0));
      let isBegun = false;
      const table = tableThrough((send) => async (command, ...rest) => {
        if ((command as object).constructor.name === 'TransactWriteCommand' && !isBegun) {
          isBegun = true;
          await beginDeletion(group.id);
        }
        return send(command, ...rest);
      });
      const request = { account, phoneNumber: phone(0), groupId: group.id, optInMode, actor };

      await expect(addMembership({ ...platform, table }, request)).rejects.toMatchObject({ code: 33031 });
      expect([isBegun, await groupsOf(phone(0)), await logOf(phone(0))]).toEqual([true, [[], []], []]);
    },
  );

  it('a YES confirms nothing of it, and what else it says holds', async () => {
    const [group, other] = [await makeGroup('News'), await makeGroup('Offers')];
    await makeContact(phone(0));
    await enrol(phone(0), group.id, 'CONFIRM');
    await beginDeletion(group.id);
    await text(phone(0), 'YES', 'yes-1');

    expect(await groupsOf(phone(0))).toEqual([[], [group.id]]);
    expect(await eventsOf(group.id)).toEqual([]);
    // The membership that is pending elsewhere no longer blocks after the deletion.
    expect(await remove(group.id)).toEqual({ left: 1 });
    await enrol(phone(0), other.id, 'CONFIRM');
    await text(phone(0), 'YES', 'yes-2');
    expect(await groupsOf(phone(0))).toEqual([[other.id], []]);
  });

  it('a STOP takes contacts out of it as well, each once', async () => {
    const [group, other] = [await makeGroup('News'), await makeGroup('Offers')];
    await makeContact(phone(0));
    await enrol(phone(0), group.id);
    await enrol(phone(0), other.id);
    await beginDeletion(group.id);
    await text(phone(0), 'STOP', 'stop-1');

    expect(await groupsOf(phone(0))).toEqual([[], []]);
    expect(await remove(group.id)).toEqual({ left: 0 });
    expect(await eventsOf(group.id)).toEqual([`in ${phone(0)}`, `out ${phone(0)} STOP`]);
    expect(await eventsOf(other.id)).toEqual([`in ${phone(0)}`, `out ${phone(0)} STOP`]);
    expect(await countOf(other.id)).toBe(0);
  });

  it('the API does not know it', async () => {
    const group = await makeGroup('News');
    await makeContact(phone(0));
    await enrol(phone(0), group.id);
    await beginDeletion(group.id);

    const request = { account, phoneNumber: phone(0), groupId: group.id, actor };
    await expect(removeMembership(platform, request)).rejects.toMatchObject({ code: 33031 });
    expect(await listAllGroups(platform.table, account.id)).toEqual([]);
  });

  it('an import into it ends', async () => {
    const group = await makeGroup('News');
    // It is read once before and once during the import.
    const open = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from(`{"phoneNumber":"${phone(0)}"}\n`);
          await beginDeletion(group.id);
        })(),
      );
    const options = { accountId: account.id, group: group.id, records: [], open };

    expect(await importRecords(platform, options).catch(codeOf)).toBe(33031);
    expect(await contactAt(phone(0))).toBeUndefined();
  });
});

it('goes on where it was interrupted, anywhere, and tells each member once', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let callsLeft = 0; ; callsLeft++) {
      account = await seedAccount(platform);
      const group = await makeGroup('News', { isDefault: true });
      for (let index = 0; index < 3; index++) {
        await makeContact(phone(index));
        await enrol(phone(index), group.id);
      }
      const { table, plan } = crashingTable(engine.documents, engine.table.name, { waits: NO_WAITS });
      plan.current = { callsLeft, when };
      const first = await remove(group.id, { deps: { ...platform, table } }).catch((error: unknown) => error);
      await remove(group.id);

      expect([when, callsLeft, await Promise.all([0, 1, 2].map((index) => groupsOf(phone(index))))]).toEqual([
        when,
        callsLeft,
        [0, 1, 2].map(() => [[], []]),
      ]);
      expect((await eventsOf(group.id)).sort()).toEqual(
        [0, 1, 2].flatMap((index) => [`in ${phone(index)}`, `out ${phone(index)} MANUAL_REMOVAL`]).sort(),
      );
      expect(await platform.table.get(deletedGroupKey(account.id, group.id))).toBeUndefined();
      expect(await listAllGroups(platform.table, account.id)).toEqual([]);
      if (!(first instanceof Crash)) break;
    }
  }
});

it('leaves no member behind when contacts join, leave and refuse at the same time', async () => {
  const [group, other] = [await makeGroup('News'), await makeGroup('Offers')];
  const modes = ['DIRECT', 'SILENT', 'CONFIRM'] as const;
  const people = Array.from({ length: 45 }, (_, index) => phone(index));
  for (const [index, person] of people.entries()) {
    await makeContact(person);
    if (index % 3 === 0) await enrol(person, group.id);
    if (index % 5 === 0) await enrol(person, other.id);
  }
  const changes = people.map(async (person, index) => {
    switch (index % 3) {
      case 0:
        return index % 2 === 0 ? text(person, 'STOP', `stop-${index}`) : undefined;
      default:
        await enrol(person, group.id, modes[index % modes.length]);
        return text(person, 'YES', `yes-${index}`);
    }
  });
  const outcomes = await Promise.all([
    remove(group.id),
    remove(group.id),
    ...changes.map((change) => change.catch((error: unknown) => codeOf(error))),
  ]);

  expect(new Set(outcomes.slice(2))).toEqual(new Set([undefined, 33031]));
  for (const person of people) {
    const [active = [], pending = []] = await groupsOf(person);
    expect([...active, ...pending]).not.toContain(group.id);
  }
  const events = await eventsOf(group.id);
  const who = (kind: string) =>
    events.filter((event) => event.startsWith(kind)).map((event) => event.split(' ')[1]);
  expect(who('out').sort()).toEqual(who('in').sort());
  expect(new Set(who('out')).size).toBe(who('out').length);
  const left = await Promise.all(people.map(async (person) => (await groupsOf(person))[0] ?? []));
  expect(await countOf(other.id)).toBe(left.flat().filter((groupId) => groupId === other.id).length);
});
