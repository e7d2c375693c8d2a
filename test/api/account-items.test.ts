import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { rejectsItem } from '../../shared/audience/import/rejected-file';
import { createGroup } from '../../shared/audience/groups/create-group';
import { REMAINDERS } from '../../shared/erasure/account-remainders';
import { partitionOf } from '../../shared/erasure/personal-data';
import { itemsOfAccount } from '../../shared/operations/account-data/account-items';
import { itemsByKeys } from '../../shared/operations/account-data/internal/find-by-keys';
import { HOW_FOUND } from '../../shared/operations/account-data/internal/how-found';
import type { Item } from '../../shared/platform/store/item';
import {
  creditShardKey,
  feedbackKey,
  type Key,
  marketingCapKey,
  outageKey,
  type Partition,
} from '../../shared/platform/store/keys';
import { createConsoleUser } from '../support/console/console-user';
import { markedPerson } from '../support/erasure/marked-person';
import { personalUse } from '../support/erasure/personal-use';
import { expectSoon } from '../support/service/api-sending';
import { followText } from '../support/service/follow-text';
import { operate } from '../support/service/operate';
import { linkDomainOf, registerLink } from '../support/service/own-links';
import { useSendingService } from '../support/service/sending-service';
import { callApi, createApiAccount } from '../support/service/service';

const fixture = useSendingService({ awayReply: 'Closed.' });
const { sending } = fixture;
const { call, bodyOf, made, until, takePart } = personalUse(fixture);

/** Kinds of which an account at rest has nothing. */
const GONE_AT_REST: readonly Partition[] = ['outbox', 'webhookOutbox'];

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
const kindOf = (item: Key) => partitionOf(item) as Partition;

/** Leaves every kind of item in the account that is not there yet. */
async function useTheRest(): Promise<void> {
  const { accountId, from } = fixture.account;
  const { deps } = fixture.service;
  const of = ['--account', accountId];
  const group = await createGroup(deps, { accountId, name: 'Form', optInType: 'SINGLE', from });
  await operate(
    ...['form', 'create', ...of, '--group', group.id, '--brand', 'Acme', '--description', 'News'],
    ...['--frequency', 'Up to 4 messages a month', '--terms', 'https://example.com/terms'],
    ...['--privacy', 'https://example.com/privacy'],
  );
  const { headers } = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
  const invitation = { email: 'new@example.com', role: 'editor' };
  const invited = await callApi(fixture.service, {
    ...{ method: 'POST', path: '/console/api/invitations', headers, body: invitation },
  });
  expect(Math.floor(invited.status / 100)).toBe(2);
  await useLinks();
  // A person who opted out without ever being a contact, and one who was erased.
  const [stranger = '', erased = ''] = sending.phones(2);
  await sending.say(stranger, 'STOP');
  await sending.optIn([erased]);
  const { body } = await call('DELETE', `contacts/by-phone/${encodeURIComponent(erased)}`);
  await until(`contacts/erasures/${String((body as { id: unknown }).id)}`, { status: 'completed' });
  // What only a worker that dies, a provider that fails, or an account that sends very much would leave.
  const imports = await call('GET', 'contacts/imports');
  const [{ id: importId = '' } = {}] = (imports.body as { results: Array<{ id: string }> }).results;
  const place = { accountId, importId };
  const items: Item[] = [
    rejectsItem.item({ ...place, first: 1 }, { ...place, lines: 'rejected' }),
    { ...creditShardKey(accountId, 0), entity: 'creditShard' },
    { ...feedbackKey(accountId, 'prv_1'), entity: 'feedback' },
    { ...marketingCapKey(accountId, 'con_1'), entity: 'marketingCap' },
    { ...outageKey(accountId, from), entity: 'outage' },
  ];
  await deps.table.batchPut(items);
}

/** Sends links in a message and a batch, and follows them. */
async function useLinks(): Promise<void> {
  const { accountId, from } = fixture.account;
  const { service } = fixture;
  const link = `${linkDomainOf(accountId)}/spring`;
  await registerLink(service.deps, { accountId, link });
  const phones = sending.phones(10);
  await sending.optIn(phones);
  const recipients = phones.map((to) => ({ to, body: `{{trackingLink "${link}"}}` }));
  const batch = await made('messaging/batch', { from, recipients });
  await until(`messaging/batch/${batch.id}`, { status: 'completed' });
  await made('messaging/message', { from, to: phones[0], body: `{{trackingLink "${link}"}}` });
  for (const { body } of await sending.taken(phones[0] ?? '')) {
    expect((await followText(service, body ?? '')).status).toBe(302);
  }
}

/** Longer than deliveries that are attempted again at once take. */
const QUIET_FOR_MS = 5_000;

/**
 * Waits until nothing of the account changes. Deliveries to its endpoints, which are disabled, would be given up at their next
 * attempt in some minutes.
 */
async function comeToRest(): Promise<void> {
  const { deps } = fixture.service;
  const read = () => all(itemsOfAccount(deps, fixture.account.accountId));
  await expectSoon(async () => {
    const before = await read();
    await sleep(QUIET_FOR_MS);
    const after = await read();
    expect(isDeepStrictEqual(after, before)).toBe(true);
    expect([...after.values()].filter((item) => GONE_AT_REST.includes(kindOf(item))).map(nameOf)).toEqual([]);
  });
  for (const { pk, sk, gsi1pk } of (await read()).values()) {
    if (sk !== 'LANE' || gsi1pk === undefined) continue;
    await deps.table.update({ Key: { pk, sk }, UpdateExpression: 'REMOVE gsi1pk, gsi1sk' });
  }
}

async function all(items: AsyncIterable<Item | { item: Item }>): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  for await (const one of items) {
    const item = 'item' in one ? (one.item as Item) : one;
    found.set(nameOf(item), item);
  }
  return found;
}

it('finds every item of every kind of an account by keys, or leaves it to the pass, and deletes it', async () => {
  const { deps } = fixture.service;
  const { table } = deps;
  const { accountId } = fixture.account;
  const other = await createApiAccount(fixture.service, {});
  const others = await all(itemsOfAccount(deps, other.accountId));
  await takePart(markedPerson());
  await useTheRest();
  const of = ['--account', accountId];
  await operate('account', 'close', ...of, '--yes');
  await comeToRest();

  // 1. The keys and the pass find what a search of the whole table finds.
  const inTable = await all(itemsOfAccount(deps, accountId));
  const byKeys = await all(itemsByKeys(table, accountId));
  const byPass = [...inTable].filter(([, item]) => REMAINDERS[kindOf(item)]?.(item)?.accountId === accountId);
  const ofPass = new Set(byPass.map(([name]) => name));
  const missed = [...inTable].filter(([name, item]) => {
    switch (HOW_FOUND[kindOf(item)]) {
      case 'keys':
        return !byKeys.has(name);
      case 'pass':
        return !ofPass.has(name);
      case 'keysAndPass':
        return !byKeys.has(name) && !ofPass.has(name);
      case 'kept':
        return false;
      case 'foreign':
        return true;
    }
  });
  expect(missed.map(([name]) => name)).toEqual([]);
  expect([...byKeys.keys()].filter((name) => !inTable.has(name))).toEqual([]);
  const kinds = (Object.keys(HOW_FOUND) as Partition[]).filter(
    (kind) => HOW_FOUND[kind] !== 'foreign' && !GONE_AT_REST.includes(kind),
  );
  const seen = new Set([...inTable.values()].map(kindOf));
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);

  // 2. Nothing but the books is left.
  const deleted = await operate<{ isRestWaiting: boolean }>('account', 'delete', ...of, '--yes');
  expect(deleted.isRestWaiting).toBe(false);
  const left = await table.batchGet([...inTable.values()].map(({ pk, sk }) => ({ pk, sk })));
  const leftKinds = left.flatMap((item) => (item ? [kindOf(item)] : []));
  expect(leftKinds.filter((kind) => HOW_FOUND[kind] !== 'kept' && kind !== 'account')).toEqual([]);
  expect(
    [...(await all(itemsOfAccount(deps, accountId))).values()]
      .map(nameOf)
      .filter((name) => !/^(ACCOUNT|AUDIT|CREDIT_SHARD|STATISTICS)/.test(name)),
  ).toEqual([]);
  expect(bodyOf({ body: await operate('account', 'show', ...of) })).toMatchObject({
    deletedAt: expect.any(String) as string,
  });

  // 3. Another account is as it was.
  expect(await all(itemsOfAccount(deps, other.accountId))).toEqual(others);
});
