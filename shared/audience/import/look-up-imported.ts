import { findAccount } from '../../accounts/account-store';
import type { Account } from '../../accounts/account';
import { outboxItem } from '../../outbox/outbox';
import { forEachAtOnce } from '../../platform/at-once';
import { epochMs } from '../../platform/clock';
import { type Pause, realPause } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import type { LookUps } from '../../platform/provider/port';
import type { Item } from '../../platform/store/item';
import type { TransactItem } from '../../platform/store/table';
import type { BookContact } from '../book/read-shard';
import { walkBook } from '../book/walk-book';
import { decideGate } from '../consent/compliance-gate';
import { findContacts } from '../contacts/find-contact';
import { isLookUpDue } from '../contacts/look-up';
import { recordLookUp } from '../contacts/record-look-up';
import { importItem } from './import-item';

type LookUpPlatform = Pick<Platform, 'table' | 'clock' | 'ids'> & {
  lookUps: LookUps;
  pause?: Pause;
};

/** Time after which a worker leaves the rest to the next one, so that imports and exports of others get their turn. */
const WORKS_FOR_MS = 120_000;
/** Time that is kept for the look-ups under way. */
const RESERVE_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;
const LOOK_UPS_AT_ONCE = 10;
/** Numbers in a row without an answer after which the look-ups end: those that are left are looked up at their turn. */
const MISSES_TO_END = 20;
const MISS_PAUSE_MS = 1_000;

interface LookUpTask {
  accountId: string;
  importId: string;
  outboxId: string;
  now: Date;
}

/** Builds the write that has the contacts of an import looked up, for the transaction that completes it. */
export const putLookUps = (task: LookUpTask): TransactItem => ({ Put: { Item: lookUpsToCome(task) } });

const lookUpsToCome = (task: LookUpTask): Item =>
  outboxItem({
    id: task.outboxId,
    entry: { kind: 'transfer', accountId: task.accountId, transferId: task.importId, lookUp: true },
    now: task.now,
  });

/**
 * Looks up the numbers of the contacts that an import created or changed, who may be sent to, and that were not looked up
 * within 90 days. What is done is stored with each contact, so another call goes on with the rest, also after a worker that
 * died. It ends early when the provider gives no answers.
 *
 * **Source:** rules E11.1.
 */
export async function lookUpImported(
  deps: LookUpPlatform,
  task: { accountId: string; importId: string; remainingMs: () => number },
): Promise<void> {
  const { table, clock, ids } = deps;
  const { accountId, importId } = task;
  const [account, stored] = await Promise.all([
    findAccount(table, accountId),
    table.get(importItem.key({ accountId, importId })),
  ]);
  const since = importItem.readIfAny(stored)?.startedAt;
  if (!account?.carrierLookup || since === undefined) return;
  const untilMs = epochMs(clock) + Math.min(WORKS_FOR_MS, task.remainingMs() - RESERVE_MS);
  const run = { misses: 0, isOver: () => epochMs(clock) >= untilMs };
  const filter = [{ path: ['updatedAt'], test: '>=' as const, value: since }];
  for await (const { contacts } of walkBook(table, { accountId, filter })) {
    for (let start = 0; start < contacts.length; start += LOOK_UPS_AT_ONCE) {
      if (run.misses >= MISSES_TO_END) return;
      if (run.isOver()) {
        const outboxId = ids.next('out');
        await table.put({ Item: lookUpsToCome({ accountId, importId, outboxId, now: clock.now() }) });
        return;
      }
      await lookUpSome(deps, { account, run, found: contacts.slice(start, start + LOOK_UPS_AT_ONCE) });
    }
  }
}

async function lookUpSome(
  deps: LookUpPlatform,
  { account, run, found }: { account: Account; run: { misses: number }; found: BookContact[] },
): Promise<void> {
  const { table, clock, lookUps, pause = realPause } = deps;
  const isDue = (contact: BookContact) =>
    decideGate(contact) === 'allowed' && isLookUpDue(contact, epochMs(clock));
  if (!found.some(isDue)) return;
  // As they are now: another worker can have looked them up since the page was read.
  const accountId = account.id;
  const phoneNumbers = found.map(({ phoneNumber }) => phoneNumber);
  const contacts = (await findContacts(table, { accountId, phoneNumbers })).filter(isDue);
  await forEachAtOnce(contacts, LOOK_UPS_AT_ONCE, async (contact) => {
    const { phoneNumber } = contact;
    const outcome = await lookUps.lookUp(phoneNumber, { timeoutMs: ANSWER_WITHIN_MS });
    if (outcome.outcome === 'unavailable') {
      run.misses += 1;
      await pause(MISS_PAUSE_MS);
      return;
    }
    run.misses = 0;
    if (outcome.outcome === 'refused') return;
    const at = clock.now().toISOString();
    await recordLookUp(table, { accountId, phoneNumber, contact, lineType: outcome.lineType, at });
  });
}
