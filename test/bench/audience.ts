/**
 * Time to count the 50,000 contacts of an audience, compared with bare reads of the same contacts from the index, its
 * shards concurrently; time to search for one of them, compared with a bare read with a filter; and memory of the preview,
 * compared with one of 5,000 contacts:
 *
 *   node --import tsx test/bench/audience.ts
 *
 * CONTACTS (50000).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConditionInput } from '../../shared/audience/segments/audience';
import { NO_CAMPAIGNS } from '../support/sending/no-campaigns';
import { countAudience } from '../../shared/audience/segments/internal/count-audience';
import { resolveAudience } from '../../shared/audience/segments/resolve-audience';
import { readContactListQuery } from '../../shared/audience/book/contact-list-query';
import { listContacts } from '../../shared/audience/book/list-contacts';
import { searchFormOf } from '../../shared/audience/contacts/search-form';
import { createGroup } from '../../shared/audience/groups/create-group';
import { systemClock } from '../../shared/platform/clock';
import { createServiceTable } from '../../shared/platform/store/client/internal/service-table';
import { createIds } from '../../shared/platform/ids';
import {
  CONTACT_INDEX,
  CONTACT_SHARDS,
  contactIndexAttributes,
  contactKey,
  contactShardPk,
} from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import { createTestAccount, type TestAccount } from '../support/routes/call-handler';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { everyLimit } from '../support/routes/rate-limits';
import { benchRow, type BenchRow, percentile, runAsProgram } from './bench-row';
import { bundleHandler } from './bundle-handler';
import { peakMb } from './peak-memory';

const CONTACTS = Number(process.env.CONTACTS ?? 50_000);
const FEW_CONTACTS = 5_000;
const ROUNDS = 3;
const TARGET = 2;
const MEMORY_TARGET = 1.5;
const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };

/** Comparisons that DynamoDB cannot apply, and that most contacts meet: each contact is read, and compared here. */
const FILTER: ConditionInput = {
  all: [
    { field: 'lastName', op: 'startsWith', value: 'LAST' },
    { not: { field: 'address.city', op: 'equals', value: 'Boston' } },
    { field: 'firstName', op: 'contains', value: 'first' },
  ],
};

export async function run(): Promise<BenchRow[]> {
  const engine = await startEngine();
  const folder = mkdtempSync(join(tmpdir(), 'audience-'));
  try {
    engine.setEnvironment();
    const table = createServiceTable(engine.table.name);
    const large = await seed(engine, CONTACTS);
    const small = await seed(engine, FEW_CONTACTS);
    const measured: Times[] = [];
    const members: Times[] = [];
    const floors: Times[] = [];
    const searches: Times[] = [];
    const filtered: Times[] = [];
    // The two alternate, so that other load of the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      floors.push(await timesOf(() => readBare(table, large)));
      measured.push(await timesOf(() => count(table, large, FILTER)));
      members.push(await timesOf(() => count(table, large)));
      filtered.push(await timesOf(() => readBare(table, large, lastNameOf(0))));
      searches.push(await timesOf(() => search(table, large, lastNameOf(0))));
    }
    const bundle = join(folder, 'preview-segment.cjs');
    await bundleHandler('functions/http/preview-segment.ts', bundle);
    const peakOf = (account: Book) => peakMb(bundle, { event: eventOf(account), status: 200 });
    return [
      benchRow({
        name: `audience, counting ${CONTACTS} contacts`,
        measured: medianOf(measured, 'wholeMs'),
        floor: medianOf(floors, 'wholeMs'),
        unit: 'ms',
        target: TARGET,
        note: 'bare: the same contacts read from the index, its shards side by side',
      }),
      benchRow({
        name: `audience, processor time of counting ${CONTACTS} contacts`,
        measured: medianOf(measured, 'cpuMs'),
        floor: medianOf(floors, 'cpuMs'),
        unit: 'ms',
        note: 'of the process that counts, without the engine; the bare read takes whole contacts',
      }),
      benchRow({
        name: `audience, processor time of counting the ${CONTACTS} members of a group`,
        measured: medianOf(members, 'cpuMs'),
        floor: medianOf(floors, 'cpuMs'),
        unit: 'ms',
        note: 'the same without a filter',
      }),
      benchRow({
        name: `contact book, search for one of ${CONTACTS} contacts`,
        measured: medianOf(searches, 'wholeMs'),
        floor: medianOf(filtered, 'wholeMs'),
        unit: 'ms',
        target: TARGET,
        note: 'bare: the index read with a filter by the name, its shards side by side',
      }),
      benchRow({
        name: `contact book, processor time of that search`,
        measured: medianOf(searches, 'cpuMs'),
        floor: medianOf(floors, 'cpuMs'),
        unit: 'ms',
        note: 'of the process that searches, without the engine; bare: whole contacts, read to be compared',
      }),
      benchRow({
        name: `audience, peak memory of the preview of ${CONTACTS} contacts`,
        measured: peakOf(large),
        floor: peakOf(small),
        unit: 'MB',
        target: MEMORY_TARGET,
        note: `resident memory of the whole process; bare: ${FEW_CONTACTS} contacts`,
      }),
    ];
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Book extends TestAccount {
  groupId: string;
  contacts: number;
}

async function seed(engine: TestEngine, contacts: number): Promise<Book> {
  const account = await createTestAccount(engine, { rateLimits: everyLimit(1_000_000) });
  const { accountId } = account;
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const { id: groupId } = await createGroup(deps, { accountId, name: 'All', optInType: 'SINGLE' });
  const createdAt = new Date().toISOString();
  const items = Array.from({ length: contacts }, (_, index) => {
    const phoneNumber = `+1212${String(5_000_000 + index)}`;
    const id = deps.ids.next('con');
    const names = {
      firstName: `First ${index}`,
      lastName: lastNameOf(index),
      email: `person${index}@example.com`,
    };
    return {
      ...contactKey(accountId, phoneNumber),
      ...contactIndexAttributes({ accountId, id }),
      entity: 'contact',
      id,
      accountId,
      phoneNumber,
      ...names,
      searchForm: searchFormOf(names),
      address: { city: 'Chicago', postalCode: '60601', country: 'US' },
      tz: 'America/Chicago',
      isFavorite: false,
      customFields: {},
      memberships: { [groupId]: { optInAt: createdAt, tagIds: [] } },
      pendingMemberships: {},
      version: 2,
      createdAt,
      updatedAt: createdAt,
    };
  });
  await engine.table.batchPut(items, 8);
  return { ...account, groupId, contacts };
}

interface Times {
  wholeMs: number;
  /** CPU time of this process. */
  cpuMs: number;
}

async function timesOf(work: () => Promise<unknown>): Promise<Times> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wholeMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

const medianOf = (times: Times[], name: keyof Times): number =>
  percentile(
    times.map((one) => one[name]),
    0.5,
  );

/** Returns a last name that is not the beginning of another one. */
const lastNameOf = (index: number) => `Last ${index} of ${CONTACTS}`;

/** @param lastName only the contact with this name is returned; absent: all */
async function readBare(table: Table, { accountId, contacts }: Book, lastName?: string): Promise<void> {
  let read = 0;
  await Promise.all(
    Array.from({ length: CONTACT_SHARDS }, async (_, shard) => {
      const items = table.query({
        IndexName: CONTACT_INDEX,
        KeyConditionExpression: 'gsi2pk = :shard',
        ...(lastName !== undefined && { FilterExpression: 'lastName = :name' }),
        ExpressionAttributeValues: {
          ':shard': contactShardPk(accountId, shard),
          ...(lastName !== undefined && { ':name': lastName }),
        },
      });
      for await (const _item of items) read++;
    }),
  );
  if (read !== (lastName === undefined ? contacts : 1)) throw new Error(`Read ${read} contacts`);
}

async function search(table: Table, { accountId }: Book, name: string): Promise<void> {
  const query = readContactListQuery({ search: name }, accountId);
  const { results, nextCursor } = await listContacts(
    { table, clock: systemClock },
    { accountId, schema: SCHEMA, query },
  );
  if (results.length !== 1 || nextCursor !== undefined) throw new Error(`Found ${results.length} contacts`);
}

async function count(
  table: Table,
  { accountId, groupId, contacts }: Book,
  filter?: ConditionInput,
): Promise<void> {
  const deps = { table, clock: systemClock, campaigns: NO_CAMPAIGNS };
  const account = { id: accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false };
  const audience = { groups: [groupId], ...(filter && { filter }) };
  const now = new Date();
  const resolved = await resolveAudience(deps, { account, schema: SCHEMA, audience, now });
  const { sendable, isComplete } = await countAudience(deps, resolved, {
    carrierLookup: false,
    atMostMs: 600_000,
  });
  if (sendable !== contacts || !isComplete) throw new Error(`Counted ${sendable} contacts`);
}

/** Builds the event as API Gateway passes it on. */
function eventOf({ authorization, groupId }: Book): object {
  return {
    version: '2.0',
    headers: { authorization, 'content-type': 'application/json' },
    requestContext: { requestId: 'bench', timeEpoch: Date.now() },
    isBase64Encoded: false,
    body: JSON.stringify({ audience: { groups: [groupId], filter: FILTER } }),
  };
}

void runAsProgram(import.meta.url, run);
