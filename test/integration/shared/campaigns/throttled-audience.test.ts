import { setTimeout as sleep } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { workCampaign } from '../../../../shared/campaigns/run/work-campaign';
import { CONTACT_INDEX } from '../../../../shared/platform/store/keys';
import { createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { wrappedTable } from '../../../support/faults/faulty-client';

const engine = useEngine();

const CONTACTS = 60;
const LONG_MS = 15 * 60_000;
const READS_A_WORKER = 5;

it('an audience that the table lets each worker read only a part of is taken whole, and once', async () => {
  let readsLeft = 0;
  const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
    const answer = await send(command, ...rest);
    const isOfBook = command instanceof QueryCommand && command.input.IndexName === CONTACT_INDEX;
    if (isOfBook && readsLeft-- <= 0) {
      // As after the client's own attempts.
      await sleep(100);
      throw new Error('The table is throttled');
    }
    return answer;
  });
  const fixture = await createCampaignFixture(table, { contacts: CONTACTS, smsCredits: 1_000 });
  let failures = 0;
  fixture.work.current = async (task) => {
    readsLeft = READS_A_WORKER;
    await workCampaign(fixture.deps, { ...task, remainingMs: () => LONG_MS }).catch(() => (failures += 1));
  };

  const ended = await fixture.runToEnd(await fixture.launch());

  expect(failures).toBeGreaterThan(1);
  expect(ended).toMatchObject({ status: 'completed', selected: CONTACTS, counts: { sent: CONTACTS } });
  expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones);
});
