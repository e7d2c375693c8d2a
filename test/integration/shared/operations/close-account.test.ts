import { closeAccount } from '../../../../shared/operations/close-account';
import { addNumber, listNumbers } from '../../../../shared/senders/number-store';
import { createSender, listSenders } from '../../../../shared/senders/sender-store';
import { consentPlatform, seedAccount } from '../../../support/audience/consent-fixture';
import { useEngine } from '../../../support/engines/engine';
import { Crash, crashingTable } from '../../../support/faults/faulty-client';

const engine = useEngine();

async function openWithSenders() {
  const deps = consentPlatform(engine.table);
  const { id: accountId, defaultNumber: number = '' } = await seedAccount(deps);
  for (const identity of [number, 'pool:news', 'id:ACME']) {
    await createSender(deps, {
      accountId,
      content: { name: `By ${identity}`, members: [{ identity, countries: undefined }] },
    });
  }
  return { deps, accountId, number };
}

describe('the closing of an account', () => {
  it('removes its numbers and senders, and those of no other account', async () => {
    const { deps, accountId } = await openWithSenders();
    const other = await openWithSenders();
    const closed = await closeAccount(deps, accountId);

    expect(closed?.id).toBe(accountId);
    expect(await listNumbers(engine.table, accountId)).toEqual([]);
    expect(await listSenders(engine.table, accountId)).toEqual([]);
    expect(await listNumbers(engine.table, other.accountId)).toHaveLength(1);
    expect(await listSenders(engine.table, other.accountId)).toHaveLength(3);
  });

  it('leaves no sender behind when it is interrupted and run again', async () => {
    for (let callsLeft = 1; ; callsLeft++) {
      const { deps, accountId } = await openWithSenders();
      const { table, plan } = crashingTable(engine.documents, engine.table.name);
      plan.current = { callsLeft, when: 'after' };
      const first = await closeAccount({ ...deps, table }, accountId).catch((error: unknown) => error);
      await closeAccount(deps, accountId);
      expect(await listSenders(engine.table, accountId)).toEqual([]);
      if (!(first instanceof Crash)) return;
    }
  });

  it('refuses numbers and senders afterwards', async () => {
    const { deps, accountId } = await openWithSenders();
    await closeAccount(deps, accountId);
    const content = { name: 'News', members: [{ identity: 'pool:news', countries: undefined }] };
    await expect(createSender(deps, { accountId, content })).rejects.toMatchObject({
      name: 'NoSuchResource',
    });
    const number = '+12065559777';
    const added = await addNumber(deps, { accountId, number, status: 'Active' }).catch(() => 'refused');
    expect(added).not.toMatchObject({ number });
    expect(await listNumbers(engine.table, accountId)).toEqual([]);
  });
});
