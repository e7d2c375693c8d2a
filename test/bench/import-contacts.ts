/**
 * Time of an import of contacts, compared with bare writes of the same items:
 *
 *   node --import tsx test/bench/import-contacts.ts
 *
 * LINES (50000).
 */
import { Readable } from 'node:stream';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../shared/accounts/create-account';
import { importContacts } from '../../shared/audience/import/import-contacts';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Item } from '../../shared/platform/store/item';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';

const LINES = Number(process.env.LINES ?? 50_000);
const TARGET = 2.5;

async function* makeRows(): AsyncGenerator<Buffer> {
  for (let line = 1; line <= LINES; line++) {
    const phoneNumber = `+1212${String(5_000_000 + line)}`;
    const record = {
      phoneNumber,
      firstName: `First ${line}`,
      lastName: `Last ${line}`,
      email: `person${line}@example.com`,
      address: { city: 'Chicago', postalCode: '60601', country: 'US' },
    };
    yield Buffer.from(`${JSON.stringify(record)}\n`);
  }
}

async function timeSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function scanAll({ client, table }: TestEngine): Promise<Item[]> {
  const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName: table.name });
  const items: Item[] = [];
  for await (const page of pages) items.push(...((page.Items ?? []) as Item[]));
  return items;
}

async function timeBareWrites(items: Item[]): Promise<number> {
  const engine = await startEngine();
  try {
    return await timeSeconds(() => engine.table.batchPut(items));
  } finally {
    await engine.stop();
  }
}

async function measure(name: string, options: { isIntoGroup: boolean }): Promise<BenchRow[]> {
  const engine = await startEngine();
  try {
    engine.setEnvironment();
    const platform = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
    const { id: accountId } = await createAccount(platform, { name: 'Bench', silentOptIn: true });
    const group = await createGroup(platform, { accountId, name: 'All', optInType: 'SINGLE' });
    const enrolment = options.isIntoGroup ? { group: group.id, consentBasis: 'Signed.' } : {};
    const importAll = () =>
      timeSeconds(() =>
        importContacts(platform, {
          accountId,
          format: 'jsonl',
          open: () => Readable.from(makeRows()),
          ...enrolment,
        }),
      );
    const first = await importAll();
    const again = await importAll();
    const items = await scanAll(engine);
    const floor = await timeBareWrites(items);
    const note = `bare: BatchWriteItem of the same ${items.length} items`;
    return [
      benchRow({ name, measured: first, floor, unit: 's', target: TARGET, note }),
      benchRow({ name: `${name}, the same again`, measured: again, floor, unit: 's', note }),
    ];
  } finally {
    await engine.stop();
  }
}

export async function run(): Promise<BenchRow[]> {
  return [
    ...(await measure(`import of ${LINES} contacts`, { isIntoGroup: false })),
    ...(await measure(`import of ${LINES} contacts into a group`, { isIntoGroup: true })),
  ];
}

void runAsProgram(import.meta.url, run);
