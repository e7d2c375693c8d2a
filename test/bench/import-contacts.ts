import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../shared/accounts/create-account';
import { importContacts } from '../../shared/contacts/import-contacts';
import type { ImportRow } from '../../shared/contacts/import-row';
import { createGroup } from '../../shared/groups/create-group';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import type { Item } from '../../shared/platform/table';
import { startEngine, type TestEngine } from '../support/engine';

/** Time to import contacts, against that of writing the same items in bare batches. `npx tsx test/bench/import-contacts.ts` */
const LINES = Number(process.env.LINES ?? 50_000);

async function* makeRows(): AsyncGenerator<ImportRow> {
  for (let line = 1; line <= LINES; line++) {
    const phoneNumber = `+1212${String(5_000_000 + line)}`;
    yield {
      line,
      record: {
        phoneNumber,
        firstName: `First ${line}`,
        lastName: `Last ${line}`,
        email: `person${line}@example.com`,
        address: { city: 'Chicago', postalCode: '60601', country: 'US' },
      },
    };
  }
}

async function time(work: () => Promise<unknown>): Promise<{ seconds: number; result: unknown }> {
  const startMs = performance.now();
  const result = await work();
  return { seconds: (performance.now() - startMs) / 1000, result };
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
    return (await time(() => engine.table.batchPut(items))).seconds;
  } finally {
    await engine.stop();
  }
}

async function measure(name: string, options: { isIntoGroup: boolean }): Promise<void> {
  const engine = await startEngine();
  try {
    const platform = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
    const { id: accountId } = await createAccount(platform, { name: 'Bench' });
    const group = await createGroup(platform, { accountId, name: 'All', optInType: 'SINGLE' });
    const runImport = () =>
      time(() =>
        importContacts(platform, {
          accountId,
          rows: makeRows(),
          groupId: options.isIntoGroup ? group.id : undefined,
        }),
      );
    const first = await runImport();
    const again = await runImport();
    const items = await scanAll(engine);
    const bareSeconds = await timeBareWrites(items);

    const show = (seconds: number) =>
      `${seconds.toFixed(1)} s, ${(seconds / bareSeconds).toFixed(2)} times bare`;
    console.log(
      `${name}: bare BatchWriteItem of the same ${items.length} items: ${bareSeconds.toFixed(1)} s`,
    );
    console.log(`${name}: import ${show(first.seconds)}`, first.result);
    console.log(`${name}: the same again ${show(again.seconds)}`, again.result);
  } finally {
    await engine.stop();
  }
}

async function main(): Promise<void> {
  await measure(`${LINES} contacts`, { isIntoGroup: false });
  await measure(`${LINES} contacts into a group`, { isIntoGroup: true });
}

void main();
