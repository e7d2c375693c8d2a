import { forEachAtOnce } from '../../../platform/at-once';
import type { Item } from '../../../platform/store/item';
import {
  accountKey,
  accountListKey,
  apiKeyKey,
  API_KEY_PREFIX,
  AUTOMATION_JOB_PREFIX,
  AUTOMATION_SHARDS,
  automationCreationsKey,
  automationPartsPk,
  automationPeoplePk,
  automationSendsPk,
  automationsPk,
  campaignRunKey,
  campaignsPk,
  clicksPk,
  CONTACT_INDEX,
  CONTACT_SHARDS,
  contactShardPk,
  deliveriesPk,
  DELIVERY_SHARDS,
  ENDPOINT_PREFIX,
  ENDPOINT_QUEUE_PARTS,
  endpointQueueKey,
  exportsPk,
  FORM_PREFIX,
  formOwnerKey,
  importRejectsPk,
  importsPk,
  inboxPk,
  invitationKey,
  invitationsPk,
  invitedKey,
  jobKey,
  jobListKey,
  jobLinkTokenKey,
  type Key,
  keyUseKey,
  LINK_DOMAIN_PREFIX,
  LINK_PREFIX,
  linkDomainOwnerKey,
  linkOwnerKey,
  memberKey,
  MESSAGE_INDEX,
  messagesPks,
  receiptsPk,
  recentCampaignKey,
  reviewsPk,
  segmentsPk,
  transfersPk,
  userAccountKey,
} from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';

const PARTITIONS_AT_ONCE = 16;
/** Items of an index that are read together. */
const ENTRIES_AT_ONCE = 100;
/** Attributes that a deletion needs, also to tell which items wait for work. */
const ATTRIBUTES = ['entity', 'status', 'kind', 'gsi1pk', 'gsi2pk', 'accountId'];

/**
 * Finds the items of an account by the keys that its lists and indexes tell: partitions with the account's id, and those
 * of its jobs, campaigns, imports, endpoints and users. What it reads depends on the account, not on the table.
 *
 * Items come with the attributes of `ATTRIBUTES`, and parts before the items that lead to them. `HOW_FOUND` says which
 * kinds are not found in this way.
 */
export async function* itemsByKeys(table: Table, accountId: string): AsyncGenerator<Item> {
  const account = new AccountKeys(table, accountId);
  yield* account.contacts();
  yield* account.messages();
  yield* account.jobs();
  yield* account.campaigns();
  yield* account.automations();
  yield* account.imports();
  yield* account.users();
  yield* account.endpoints();
  for (const pk of [exportsPk, reviewsPk, segmentsPk, transfersPk]) yield* account.partition(pk(accountId));
  yield* account.registered();
  yield* account.partition(accountKey(accountId).pk);
}

class AccountKeys {
  constructor(
    private readonly table: Table,
    private readonly accountId: string,
  ) {}

  /** Reads a partition of any size, page after page. */
  async *partition(pk: string, prefix = ''): AsyncGenerator<Item> {
    yield* this.table.query({
      KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
      ...projected(ATTRIBUTES),
      ConsistentRead: true,
    });
  }

  /** Reads several small partitions at once. */
  private async partitions(pks: string[]): Promise<Item[]> {
    const found: Item[][] = [];
    await forEachAtOnce(pks, PARTITIONS_AT_ONCE, async (pk, index) => {
      found[index] = await collect(this.partition(pk));
    });
    return found.flat();
  }

  /** Reads the items at these keys that are the account's: a key without its id may have another owner by now. */
  private async ownAt(keys: Key[]): Promise<Item[]> {
    const items = await this.table.batchGet(keys, { attributes: ATTRIBUTES });
    return items.filter((item) => item !== undefined && item.accountId === this.accountId) as Item[];
  }

  private async *places(index: string, pkName: string, pk: string): AsyncGenerator<Key[]> {
    const places = this.table.query({
      IndexName: index,
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': pkName },
      ExpressionAttributeValues: { ':pk': pk },
      ProjectionExpression: 'pk, sk',
    });
    yield* inPages(places);
  }

  /** Finds partitions by the contact or the conversation in them, with everything else of the phone. */
  async *contacts(): AsyncGenerator<Item> {
    for (let shard = 0; shard < CONTACT_SHARDS; shard++) {
      const pk = contactShardPk(this.accountId, shard);
      for await (const places of this.places(CONTACT_INDEX, 'gsi2pk', pk)) {
        yield* await this.partitions(places.map((place) => place.pk));
      }
    }
    for (const state of ['open', 'closed'] as const) {
      const pk = inboxPk(this.accountId, state);
      for await (const places of this.places(CONTACT_INDEX, 'gsi2pk', pk)) {
        const items = await this.partitions(places.map((place) => place.pk));
        const listed = new Set(items.filter(isListedContact).map((item) => item.pk));
        yield* items.filter((item) => !listed.has(item.pk));
      }
    }
  }

  async *messages(): AsyncGenerator<Item> {
    for (const pk of messagesPks(this.accountId)) {
      for await (const places of this.places(MESSAGE_INDEX, 'gsi4pk', pk)) yield* await this.ownAt(places);
    }
  }

  /** Finds jobs by the account's list, and those of campaigns and automations by these. */
  async *jobs(): AsyncGenerator<Item> {
    const list = jobListKey(this.accountId, '').pk;
    for await (const { sk } of this.partition(list)) yield* this.job(sk);
    yield* this.partition(list);
    for await (const campaignId of this.campaignIds()) {
      for (const jobId of await this.jobIdsOfCampaign(campaignId)) yield* this.job(jobId);
    }
    for await (const automationId of this.automationIds()) {
      const pk = automationPartsPk({ accountId: this.accountId, automationId });
      for await (const { sk } of this.partition(pk, AUTOMATION_JOB_PREFIX))
        yield* this.job(sk.slice(AUTOMATION_JOB_PREFIX.length));
    }
  }

  private async *job(jobId: string): AsyncGenerator<Item> {
    const job = await this.table.get(jobKey(jobId));
    const { linkToken, chunkCount } = (job ?? {}) as { linkToken?: string; chunkCount?: number };
    if (linkToken !== undefined) yield* await this.ownAt([jobLinkTokenKey(this.accountId, linkToken)]);
    const chunks = Array.from({ length: chunkCount ?? 0 }, (_, index) => index + 1);
    for (let first = 0; first < chunks.length; first += ENTRIES_AT_ONCE) {
      const some = chunks.slice(first, first + ENTRIES_AT_ONCE);
      yield* await this.partitions(some.map((chunk) => receiptsPk(jobId, chunk)));
    }
    yield* this.partition(clicksPk(jobId));
    yield* this.partition(jobKey(jobId).pk);
  }

  private async jobIdsOfCampaign(campaignId: string): Promise<string[]> {
    const { jobs = [] } = ((await this.table.get(campaignRunKey(campaignId))) ?? {}) as {
      jobs?: Array<{ jobId: string }>;
    };
    return jobs.map(({ jobId }) => jobId);
  }

  private async *campaignIds(): AsyncGenerator<string> {
    for (const pk of this.campaignLists()) for await (const { sk } of this.partition(pk)) yield sk;
  }

  private campaignLists(): string[] {
    return [campaignsPk(this.accountId), automationSendsPk(this.accountId)];
  }

  async *campaigns(): AsyncGenerator<Item> {
    yield* this.partition(recentCampaignKey(this.accountId, '').pk);
    for await (const campaignId of this.campaignIds()) yield* this.partition(campaignRunKey(campaignId).pk);
    for (const pk of this.campaignLists()) yield* this.partition(pk);
  }

  private async *automationIds(): AsyncGenerator<string> {
    for await (const { sk } of this.partition(automationsPk(this.accountId))) yield sk;
  }

  async *automations(): AsyncGenerator<Item> {
    const { accountId } = this;
    for await (const automationId of this.automationIds()) {
      for (let shard = 0; shard < AUTOMATION_SHARDS; shard++)
        yield* this.partition(automationPeoplePk({ accountId, automationId, shard }));
      yield* this.partition(automationPartsPk({ accountId, automationId }));
    }
    yield* this.partition(automationCreationsKey(accountId).pk);
    yield* this.partition(automationsPk(accountId));
  }

  async *imports(): AsyncGenerator<Item> {
    for await (const { sk } of this.partition(importsPk(this.accountId)))
      yield* this.partition(importRejectsPk(sk));
    yield* this.partition(importsPk(this.accountId));
  }

  /** Finds the roles of the account's users, and its invitations by their addresses. */
  async *users(): AsyncGenerator<Item> {
    const { accountId } = this;
    const members = memberKey(accountId, '').pk;
    for await (const page of inPages(this.partition(members))) {
      const roles = await this.table.batchGet(page.map(({ sk }) => userAccountKey(sk, accountId)));
      yield* roles.filter((item) => item !== undefined);
    }
    yield* this.partition(members);
    for await (const page of inPages(this.partition(invitationsPk(accountId)))) {
      const invitations = await this.table.batchGet(page.map(({ sk }) => invitationKey(accountId, sk)));
      const invited = invitations.flatMap((item) =>
        typeof item?.email === 'string' ? [invitedKey(item.email, accountId)] : [],
      );
      yield* (await this.table.batchGet(invited)).filter((item) => item !== undefined);
    }
    yield* this.partition(invitationsPk(accountId));
  }

  async *endpoints(): AsyncGenerator<Item> {
    for await (const endpointId of this.settings(ENDPOINT_PREFIX)) {
      for (let shard = 0; shard < DELIVERY_SHARDS; shard++)
        yield* this.partition(deliveriesPk(endpointId, shard));
      for (let part = 0; part < ENDPOINT_QUEUE_PARTS; part++)
        yield* this.partition(endpointQueueKey({ endpointId, part }).pk);
    }
  }

  /** Finds what is registered under a name of its own: keys, forms, links and their domains. */
  async *registered(): AsyncGenerator<Item> {
    const kinds: Array<[string, (name: string) => Key[]]> = [
      [API_KEY_PREFIX, (name) => [apiKeyKey(name), keyUseKey(name)]],
      [FORM_PREFIX, (name) => [formOwnerKey(name)]],
      [LINK_PREFIX, (name) => [linkOwnerKey(name)]],
      [LINK_DOMAIN_PREFIX, (name) => [linkDomainOwnerKey(name)]],
    ];
    for (const [prefix, keysOf] of kinds) {
      for await (const names of inPages(this.settings(prefix)))
        yield* await this.ownAt(names.flatMap(keysOf));
    }
    const listed = await this.table.get(accountListKey(this.accountId));
    if (listed) yield listed;
  }

  /** Returns what follows a prefix in the account's own partition. */
  private async *settings(prefix: string): AsyncGenerator<string> {
    const { pk } = accountKey(this.accountId);
    for await (const { sk } of this.partition(pk, prefix)) yield sk.slice(prefix.length);
  }
}

const isListedContact = ({ sk, gsi2pk }: Item) => sk === 'CONTACT' && gsi2pk !== undefined;

function projected(attributes: string[]) {
  const names = ['pk', 'sk', ...attributes];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

async function* inPages<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const one of all) {
    page.push(one);
    if (page.length < ENTRIES_AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function collect(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
