import type { Evidence } from './books';
import type { BookedSend, HandOvers } from './hand-over-books';

/** Recipients of a number that an outage may leave without a known outcome. **Source:** rules E8.3. */
const MOST_UNKNOWN = 50;

/** Finds violations of pauses, and of what an outage of the provider may cost. **Source:** rules E8. */
export function findWrongHolds(evidence: Evidence, { all }: HandOvers): string[] {
  // Workers of the previous release look at holds in their own way.
  if (evidence.world.isMixed) return [];
  return [...findSentWhilePaused(evidence, all), ...findTooManyUnknown(evidence, all)];
}

/** Finds messages that a worker handed over which had begun after a pause had taken hold. Answers to STOP still go out. */
function findSentWhilePaused({ traffic }: Evidence, all: BookedSend[]): string[] {
  return traffic.pauses.flatMap(({ account, number, heldFromStep, resumedAtStep = Infinity }) => {
    if (heldFromStep === undefined) return [];
    return all
      .filter(
        ({ accountId, purpose }) => purpose !== 'keywordReply' && (account?.id ?? accountId) === accountId,
      )
      .filter(({ taken }) =>
        taken.some(
          ({ message, processStartedAtStep, askedAtStep }) =>
            (number ?? message.from) === message.from &&
            processStartedAtStep > heldFromStep &&
            askedAtStep < resumedAtStep,
        ),
      )
      .map(({ messageId }) => `${messageId} was handed over while sending was paused`);
  });
}

/** Finds more unknown outcomes than outages explain, in runs in which nothing else makes an outcome unknown. */
function findTooManyUnknown({ accounts, traffic, world }: Evidence, all: BookedSend[]): string[] {
  const { death, jumps, provider, slow, throttled } = world.plannedMix;
  const onlyAccepts = provider.every(([weight, fault]) => weight === 0 || fault === 'accept');
  if (death > 0 || slow > 0 || throttled > 0 || !onlyAccepts) return [];
  const outages = traffic.outages.filter(({ fault }) => fault !== 'unavailable');
  return accounts.flatMap(({ id, from, sender }) => {
    const numbers = sender?.members.map(({ identity }) => identity) ?? [from];
    const unknown = all.filter(({ accountId, end }) => accountId === id && end === 'unknown');
    const mostOf = (one: string) =>
      MOST_UNKNOWN * outages.filter(({ number }) => (number ?? one) === one).length;
    const most = numbers.reduce((sum, number) => sum + mostOf(number), 0);
    return [
      { name: id, count: unknown.length, most },
      // Where no lease is lost, the table knows from which number each of them was asked for.
      ...numbers.map((number) => ({
        name: number,
        count: jumps > 0 ? 0 : unknown.filter((one) => one.from === number).length,
        most: mostOf(number),
      })),
    ]
      .filter((one) => one.count > one.most)
      .map(
        (one) =>
          `the outcome of ${one.count} of ${one.name} is unknown after outages that explain ${one.most}`,
      );
  });
}
