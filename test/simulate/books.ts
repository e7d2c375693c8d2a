import { readMessage } from '../../shared/messages/message';
import type { Item } from '../../shared/platform/store/item';
import { readJob } from '../../shared/sending/jobs/job';
import { auditCounts, readRecipients } from '../support/sending/job-books';
import type { World } from './world';

/** Outcome of one text, as stored in the table. */
export interface Booked {
  messageId: string;
  from: string;
  end: 'sent' | 'unknown' | 'failed' | 'skipped' | 'none';
  credits: number;
}

/**
 * Compares the messages that the provider took with the table and with the spent credits.
 *
 * @param options.spent credits by which the accounts' balances have decreased
 * @returns sentences about the violations
 */
export async function findWrongBooks(world: World, options: { spent: number }): Promise<string[]> {
  const { booked, wrong } = await readBooks(world);
  const taken = new Map<string, number>();
  for (const { messageId } of world.provider.taken) taken.set(messageId, (taken.get(messageId) ?? 0) + 1);
  for (const [messageId, times] of taken) if (times > 1) wrong.push(`${messageId} was taken ${times} times`);
  let owed = 0;
  for (const { messageId, end, credits } of booked) {
    const times = taken.get(messageId) ?? 0;
    if (end === 'none') wrong.push(`${messageId} was forgotten`);
    if (end === 'sent' && times === 0) wrong.push(`${messageId} is sent and was never taken`);
    if ((end === 'failed' || end === 'skipped') && times > 0)
      wrong.push(`${messageId} was taken and is ${end}`);
    if (end === 'sent' || end === 'unknown') owed += credits;
  }
  const known = new Set(booked.map(({ messageId }) => messageId));
  for (const messageId of taken.keys())
    if (!known.has(messageId)) wrong.push(`${messageId} was taken and is no message's`);
  if (owed !== options.spent) wrong.push(`${options.spent} credits are gone instead of ${owed}`);
  return wrong;
}

/** Reads the outcome of every text from the table, with sentences about jobs whose counts are wrong. */
export async function readBooks(world: World): Promise<{ booked: Booked[]; wrong: string[] }> {
  const { table } = world;
  const items: Item[] = [];
  for await (const item of table.scan({})) items.push(item as Item);
  const booked: Booked[] = items
    .filter(({ sk }) => sk === 'MESSAGE')
    .map(readMessage)
    .filter(({ direction, purpose }) => direction === 'outbound' && purpose === 'send')
    .map(({ id, from, status, phase, charge }) => ({
      ...{ messageId: id, from, credits: charge.sms },
      end: phase !== 'settled' || status === 'queued' ? 'none' : status,
    }));
  const wrong: string[] = [];
  for (const item of items.filter(({ pk, sk }) => sk === 'JOB' && pk.startsWith('JOB#'))) {
    const job = readJob(item);
    const recipients = await readRecipients(table, job);
    wrong.push(...(await auditCounts(table, job, recipients)));
    booked.push(
      ...recipients.map(({ messageId, result }) => ({
        ...{ messageId, from: job.from, credits: job.chargePerRecipient.sms },
        end: result?.status ?? ('none' as const),
      })),
    );
  }
  return { booked, wrong };
}
