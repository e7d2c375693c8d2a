import { isDeletionUnderWay } from '../../erasure/account-task';
import type { ErasureKey } from '../../platform/secrets/erasure-key';
import type { Item } from '../../platform/store/item';
import { accountKey, ENDPOINT_PREFIX, type Key, PARTITIONS } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { SealingKey } from '../../platform/secrets/sealing-key';
import type { Table } from '../../platform/store/table';
import { newSigningSecret, sealSecret } from '../../webhooks/signing-secret';
import { checkExport, type CheckedExport, readItem, type RefusedFile } from './internal/check-export';
import { checkValueOf } from './internal/export-form';

interface ImportDeps extends Pick<Platform, 'table' | 'clock'> {
  sealingKey: () => Promise<SealingKey>;
  erasureKey: () => Promise<ErasureKey>;
}

/** Reason why the account of a file cannot be imported into the table. */
export type RefusedImport =
  | RefusedFile
  | { refused: 'accountExists'; accountId: string }
  | { refused: 'numberTaken' | 'linkDomainTaken' | 'linkTaken'; name: string }
  | { refused: 'otherErasureKey' }
  | { refused: 'beingDeleted'; accountId: string };

const ITEMS_AT_ONCE = 100;

/**
 * Imports an exported account into this table. Until the last step the account is closed, and receives no texts. An
 * interrupted import is repeated with the same file: it writes the same items again.
 *
 * A deleted account can be imported again; its audit log continues.
 *
 * @param options.lines the file from its beginning; it is read twice
 */
export async function importAccount(
  deps: ImportDeps,
  options: { lines: () => AsyncIterable<string>; onProgress?: (items: number) => void },
): Promise<{ imported: { accountId: string; name: string; items: number } } | RefusedImport> {
  // 1. Check that the file is complete, and that everything in it can be stored here.
  const result = await checkExport(options.lines());
  if ('refused' in result) return result;
  const { checked } = result;
  const refusal = (await findTaken(deps.table, checked)) ?? (await checkErasureKey(deps, checked));
  if (refusal) return refusal;
  const { id: importOf, accountId, name } = checked.head;
  if (await isDeletionUnderWay(deps.table, accountId)) return { refused: 'beingDeleted', accountId };

  // 2. Claim the account for this import; it is closed from here on.
  const claim = await claimAccount(deps, checked);
  if (!claim) return { refused: 'accountExists', accountId };

  // 3. Write all items except those by which a phone or a visitor finds the account. Skipped once those exist: phones
  // and visitors may have changed the items.
  let items = 0;
  for await (const batch of batches(options.lines(), checked)) {
    const inside = batch.filter((item) => !isEntrance(item) && !isAccount(item));
    if (!claim.isFilled) await deps.table.batchPut(await withSecrets(deps, inside));
    items += batch.length;
    options.onProgress?.(items);
  }
  await markFilled(deps.table, { accountId, importOf });

  // 4. Write its numbers and links, which lead to it, and restore the account as it was.
  for await (const batch of batches(options.lines(), checked)) {
    await deps.table.batchPut(batch.filter(isEntrance));
    const account = batch.find(isAccount);
    if (account) claim.account = account;
  }
  if (claim.account) await openAccount(deps.table, { account: claim.account, importOf });
  return { imported: { accountId, name, items } };
}

const ENTRANCES = [PARTITIONS.numberOwner, PARTITIONS.linkDomain, PARTITIONS.link];
const isEntrance = ({ pk }: Key) => ENTRANCES.some((partition) => pk.startsWith(partition));
const isAccount = ({ pk, sk }: Key) => pk.startsWith(PARTITIONS.account) && sk === accountKey('').sk;
const isEndpoint = ({ pk, sk }: Key) => pk.startsWith(PARTITIONS.account) && sk.startsWith(ENDPOINT_PREFIX);

async function findTaken(
  table: Table,
  { head, numbers, linkDomains, links }: CheckedExport,
): Promise<RefusedImport | undefined> {
  const taken = async (pks: string[]) => {
    const owners = await table.batchGet(pks.map((pk) => ({ pk, sk: 'OWNER' })));
    return owners.find(
      (owner) => owner !== undefined && owner.accountId !== head.accountId && owner.removedAt === undefined,
    );
  };
  const number = await taken(numbers);
  if (number) return { refused: 'numberTaken', name: number.pk.slice(PARTITIONS.numberOwner.length) };
  const domain = await taken(linkDomains);
  if (domain) return { refused: 'linkDomainTaken', name: domain.pk.slice(PARTITIONS.linkDomain.length) };
  const link = await taken(links);
  return link && { refused: 'linkTaken', name: link.pk.slice(PARTITIONS.link.length) };
}

/**
 * Refuses a file when the erasure keys differ: the numbers of erased people would have other hashes, and their opt-outs
 * would be lost.
 */
async function checkErasureKey(
  deps: ImportDeps,
  { head, end }: CheckedExport,
): Promise<RefusedImport | undefined> {
  if (end.erasureKeyCheck === undefined) return undefined;
  const isSame = checkValueOf(await deps.erasureKey(), head.accountId) === end.erasureKeyCheck;
  return isSame ? undefined : { refused: 'otherErasureKey' };
}

interface Claim {
  /** Set when an earlier run has stored all items. */
  isFilled: boolean;
  /** Account as it is in the file. */
  account?: Item;
}

/** @returns `undefined` when the account exists already, or another file of it is being imported */
async function claimAccount(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { head }: CheckedExport,
): Promise<Claim | undefined> {
  const now = clock.now().toISOString();
  const { accountId: id, name, id: importOf } = head;
  const known = await table.get(accountKey(id));
  if (known?.importOf === importOf) return { isFilled: known.isFilled === true };
  const placeholder = { id, name, smsCredits: 0, mmsCredits: 0, createdAt: now, closedAt: now };
  const { written } = await table.put({
    Item: { ...accountKey(id), entity: 'account', ...placeholder, importOf },
    ConditionExpression:
      'attribute_not_exists(pk) OR importOf = :importOf OR (attribute_exists(deletedAt) AND attribute_not_exists(importOf))',
    ExpressionAttributeValues: { ':importOf': importOf },
  });
  return written ? { isFilled: false } : undefined;
}

async function markFilled(
  table: Table,
  { accountId, importOf }: { accountId: string; importOf: string },
): Promise<void> {
  await table.update({
    Key: accountKey(accountId),
    UpdateExpression: 'SET isFilled = :true',
    ConditionExpression: 'importOf = :importOf',
    ExpressionAttributeValues: { ':true': true, ':importOf': importOf },
  });
}

async function openAccount(
  table: Table,
  { account, importOf }: { account: Item; importOf: string },
): Promise<void> {
  await table.put({
    Item: account,
    ConditionExpression: 'importOf = :importOf',
    ExpressionAttributeValues: { ':importOf': importOf },
  });
}

async function* batches(lines: AsyncIterable<string>, { isWhole }: CheckedExport): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const line of lines) {
    const item = readItem(line);
    if (!item || !isWhole(item)) continue;
    batch.push(item);
    if (batch.length < ITEMS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Gives endpoints a new secret, as they cannot be without one. No receiver knows it: the operator rotates it before
 * enabling the endpoint.
 */
async function withSecrets(deps: ImportDeps, items: Item[]): Promise<Item[]> {
  if (!items.some(isEndpoint)) return items;
  const key = await deps.sealingKey();
  const createdAt = deps.clock.now().toISOString();
  return items.map((item) => {
    if (!isEndpoint(item)) return item;
    const owner = { accountId: String(item.accountId), endpointId: String(item.id) };
    return { ...item, secrets: [{ sealed: sealSecret(newSigningSecret(), { key, owner }), createdAt }] };
  });
}
