import { createAccount } from '../../shared/accounts/create-account';
import { contactKey } from '../../shared/platform/keys';
import { importContacts } from '../../shared/contacts/import-contacts';
import type { ImportRow } from '../../shared/contacts/import-row';
import { createGroup } from '../../shared/groups/create-group';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import type { Item } from '../../shared/platform/table';
import { startEngine } from '../support/engine';

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

async function main(): Promise<void> {
  const engine = await startEngine();
  try {
    const platform = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
    const account = await createAccount(platform, { name: 'Bench' });
    const other = await createAccount(platform, { name: 'Bare' });
    const group = await createGroup(platform, { accountId: account.id, name: 'All', optInType: 'SINGLE' });

    const runImport = (groupId?: string) =>
      time(() => importContacts(platform, { accountId: account.id, rows: makeRows(), groupId }));
    const first = await runImport();
    const again = await runImport();
    const enrolled = await runImport(group.id);

    const items: Item[] = [];
    for await (const row of makeRows()) {
      if (!('record' in row)) continue;
      const { phoneNumber } = row.record as { phoneNumber: string };
      const stored = await engine.table.get(contactKey(account.id, phoneNumber));
      items.push({ ...stored, ...contactKey(other.id, phoneNumber), memberships: {}, version: 1 });
    }
    const bare = await time(() => engine.table.batchPut(items));

    const ratio = (seconds: number) =>
      `${seconds.toFixed(1)} s, ${(seconds / bare.seconds).toFixed(2)} times bare`;
    console.log(`bare BatchWriteItem of ${LINES} contacts: ${bare.seconds.toFixed(1)} s`);
    console.log(`import: ${ratio(first.seconds)}`, first.result);
    console.log(`import again: ${ratio(again.seconds)}`, again.result);
    console.log(`import into a group: ${ratio(enrolled.seconds)}`, enrolled.result);
  } finally {
    await engine.stop();
  }
}

void main();
