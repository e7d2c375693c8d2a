import { mergeContacts } from '../../../../../shared/audience/consent/merge-contacts';
import { previewMerge } from '../../../../../shared/audience/consent/preview-merge';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { readSchema } from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { erasureItem } from '../../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../../shared/erasure/run-erasures';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { CONSENT_LOG_PREFIX, contactKey } from '../../../../../shared/platform/store/keys';
import {
  consentPlatform,
  readStoredContact,
  seedAccount,
} from '../../../../support/audience/consent-fixture';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../../support/aws/no-dead-letters';
import { useEngine } from '../../../../support/engines/engine';

const KEPT = '+12125550130' as E164;
const DOUBLE = '+12125550131' as E164;
const SCHEMA = readSchema(undefined);

const engine = useEngine();

async function seed() {
  const platform = consentPlatform(engine.table);
  const account = await seedAccount(platform);
  const accountId = account.id;
  const double = { accountId, phoneNumber: DOUBLE };
  const pair = { accountId, phoneNumber: KEPT, double: DOUBLE };
  const create = async (phoneNumber: E164) => {
    platform.advance(1000);
    return (await createContact(platform, { accountId, phoneNumber, schema: SCHEMA, body: {} })).id;
  };
  await create(KEPT);
  return {
    platform,
    createDouble: () => create(DOUBLE),
    merge: async () => {
      const { version } = await previewMerge(engine.table, pair);
      await mergeContacts(platform, { ...pair, version, take: [], beforeWrite: () => undefined });
    },
    requestErasure: async () => (await requestErasure(platform, double)).id,
    /** @returns true when it is completed */
    runErasure: async (erasureId: string) => {
      const deps = { ...platform, files: memoryFiles(), ...NO_DEAD_LETTERS };
      await runErasures(deps, { erasureId, remainingMs: () => 15 * 60_000 });
      return (
        erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)))?.status === 'completed'
      );
    },
    storedDouble: () => readStoredContact(engine.table, double),
    say: (body: string) =>
      receiveInbound(
        platform,
        { providerMessageId: `in-${body}`, rawFrom: DOUBLE, to: account.defaultNumber ?? '', body },
        platform.clock.now(),
      ),
    /** Log of the double's number as stored, with the ids that a restore reads. */
    log: async () => {
      const items = await engine.table.queryAll({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':pk': contactKey(accountId, DOUBLE).pk,
          ':prefix': CONSENT_LOG_PREFIX,
        },
      });
      return items.map(({ action, contactId }) => ({ action: action as string, contactId }));
    },
  };
}

describe('rules 3.8: the number of a double after a merge', () => {
  it('outlives an earlier erasure that still runs, and can be erased again', async () => {
    const s = await seed();
    await s.createDouble();
    const earlier = await s.requestErasure();
    const id = await s.createDouble();
    expect(await s.storedDouble()).toMatchObject({ id, erasureId: earlier });
    await s.merge();
    expect(await s.runErasure(earlier)).toBe(true);
    expect((await s.storedDouble())?.mergedInto).toMatchObject({ formerIds: [id] });

    const again = await s.requestErasure();
    expect(again).not.toBe(earlier);
    expect(erasureItem.readIfAny(await engine.table.get(erasureItem.key(again)))).toMatchObject({
      contactIds: [id],
    });
    expect(await s.runErasure(again)).toBe(true);
    expect(await s.storedDouble()).toBeUndefined();
  });

  it('can be erased again while an earlier erasure still runs', async () => {
    const s = await seed();
    await s.createDouble();
    const earlier = await s.requestErasure();
    await s.createDouble();
    await s.merge();
    const again = await s.requestErasure();
    expect(await s.storedDouble()).toMatchObject({ erasureId: again });
    // One pass ends both.
    await s.runErasure(earlier);
    await s.runErasure(again);
    expect(await s.storedDouble()).toBeUndefined();
  });

  it('has a STOP from its phone in the log with the id before the merge, by which a restore finds the contact', async () => {
    const s = await seed();
    const first = await s.createDouble();
    await s.merge();
    await s.say('STOP');
    expect(await s.log()).toEqual([{ action: 'HARD_OPT_OUT', contactId: first }]);
    await s.say('START');
    const second = await s.createDouble();
    await s.merge();
    await s.say('Stop');
    const stops = (await s.log()).filter(({ action }) => action === 'HARD_OPT_OUT');
    expect(stops.map(({ contactId }) => contactId)).toEqual([first, second]);
  });

  it('keeps all ids from before its merges, oldest first, which its erasure names', async () => {
    const s = await seed();
    const ids = [];
    for (let life = 0; life < 3; life++) {
      ids.push(await s.createDouble());
      await s.merge();
    }
    expect((await s.storedDouble())?.mergedInto?.formerIds).toEqual(ids);
    const erasureId = await s.requestErasure();
    const erasure = erasureItem.readIfAny(await engine.table.get(erasureItem.key(erasureId)));
    expect(erasure?.contactIds).toEqual(ids);
  });
});
