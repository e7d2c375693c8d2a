import type { Message } from '../../../shared/messages/message';
import type { WorldAccount } from './seeded-account';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Finds texts above their limits: 3 confirmations for a contact and group in 24 hours, one answer to HELP in an hour.
 */
export function findTooManyTexts(messages: Message[], account: WorldAccount): string[] {
  const own = messages.filter(({ accountId }) => accountId === account.id);
  const confirmations = own.filter(({ purpose }) => purpose === 'optInConfirmation');
  const help = own.filter(({ purpose, body }) => purpose === 'keywordReply' && body.includes('For help'));
  return [
    ...findTooOften(confirmations, { most: 3, withinMs: 24 * HOUR_MS }),
    ...findTooOften(help, { most: 1, withinMs: HOUR_MS }),
  ];
}

/** Finds too many texts to one number. The time of a message is the time of the decision to send it. */
function findTooOften(messages: Message[], { most, withinMs }: { most: number; withinMs: number }): string[] {
  const timesOf = new Map<string, number[]>();
  for (const { to, groupId = 'HELP', createdAt } of messages) {
    const addressee = `${to} ${groupId}`;
    timesOf.set(addressee, [...(timesOf.get(addressee) ?? []), Date.parse(createdAt)]);
  }
  return [...timesOf].flatMap(([addressee, unsorted]) => {
    const times = unsorted.toSorted((a, b) => a - b);
    const isTooOften = times.some((time, index) => time - (times[index - most] ?? -Infinity) < withinMs);
    return isTooOften ? [`${addressee} was texted more than ${most} times`] : [];
  });
}
