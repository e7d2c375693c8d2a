import { retainMessages } from '../../../../lib/migrate/retain-messages';
import { updateAccount } from '../../../../shared/accounts/account-store';
import type { Item } from '../../../../shared/platform/store/item';
import { messageKey } from '../../../../shared/platform/store/keys';
import { consentPlatform, seedAccount } from '../../../support/consent-fixture';
import { startEngine, type TestEngine } from '../../../support/engine';

const MADE_AT = '2026-03-01T12:00:00.000Z';
const DAY_SECONDS = 24 * 60 * 60;
const afterDays = (days: number) => Date.parse(MADE_AT) / 1000 + days * DAY_SECONDS;
const OLD_MESSAGES = 250;

let engine: TestEngine;
let platform: ReturnType<typeof consentPlatform>;
beforeEach(async () => {
  engine = await startEngine();
  platform = consentPlatform(engine.table);
});
afterEach(() => engine.stop());

/** A message as releases before the retention stored it. */
const oldMessage = (accountId: string, id: string): Item => ({
  ...messageKey(id),
  entity: 'message',
  ...{ id, accountId, to: '+12125550123', from: '+12065550100', body: 'Hello', createdAt: MADE_AT },
  ...{ direction: 'outbound', purpose: 'send', status: 'sent', phase: 'settled' },
});

const untilOf = async (id: string) => (await engine.table.get(messageKey(id)))?.expiresAtEpochSeconds;

describe('E2: messages from before the retention', () => {
  it('get their time to live by what their account says, and change in nothing else', async () => {
    const [usual, short, forGood] = [
      await seedAccount(platform),
      await seedAccount(platform),
      await seedAccount(platform),
    ];
    await updateAccount({ table: engine.table, accountId: short.id, changes: { retentionDays: 7 } });
    await updateAccount({ table: engine.table, accountId: forGood.id, changes: { retentionDays: 'none' } });
    await engine.table.batchPut([
      oldMessage(usual.id, 'msg_usual'),
      oldMessage(short.id, 'msg_short'),
      oldMessage(forGood.id, 'msg_forgood'),
      oldMessage('acc_gone', 'msg_gone'),
      { ...oldMessage(usual.id, 'msg_new'), expiresAtEpochSeconds: 1_900_000_000 },
    ]);
    const before = await engine.table.get(messageKey('msg_usual'));
    expect(await retainMessages(platform)).toEqual({ changed: 3, partsDoneBefore: 0 });
    expect(await engine.table.get(messageKey('msg_usual'))).toEqual({
      ...before,
      expiresAtEpochSeconds: afterDays(90),
    });
    expect(await untilOf('msg_short')).toBe(afterDays(7));
    expect(await untilOf('msg_gone')).toBe(afterDays(90));
    expect(await untilOf('msg_new')).toBe(1_900_000_000);
    expect(await untilOf('msg_forgood')).toBeUndefined();
    expect(await retainMessages(platform)).toEqual({ changed: 0, partsDoneBefore: 64 });
    expect(await retainMessages(platform, { isAnew: true })).toEqual({ changed: 0, partsDoneBefore: 0 });
  });

  it('get it beside live traffic, and in a second run when the first is interrupted', async () => {
    const { id: accountId } = await seedAccount(platform);
    const ids = Array.from({ length: OLD_MESSAGES }, (_, index) => `msg_${index}`);
    await engine.table.batchPut(ids.map((id) => oldMessage(accountId, id)));
    const [deleted = '', changed = '', ...others] = ids;
    const live = async () => {
      await engine.table.delete({ Key: messageKey(deleted) });
      await engine.table.update({
        Key: messageKey(changed),
        UpdateExpression: 'SET deliveryStatus = :delivered',
        ExpressionAttributeValues: { ':delivered': 'delivered' },
      });
    };
    const interrupted = retainMessages(platform, {
      onProgress: (count) => {
        if (count > OLD_MESSAGES / 2) throw new Error('Interrupted');
      },
    });
    await Promise.all([expect(interrupted).rejects.toThrow('Interrupted'), live()]);
    expect((await retainMessages(platform)).partsDoneBefore).toBeGreaterThan(0);
    for (const id of [changed, ...others]) expect(await untilOf(id)).toBe(afterDays(90));
    expect(await engine.table.get(messageKey(changed))).toMatchObject({ deliveryStatus: 'delivered' });
    expect(await engine.table.get(messageKey(deleted))).toBeUndefined();
  });
});
