import type { E164 } from '../../../shared/phone-numbers/e164';
import { rankMembers } from '../../../shared/senders/choose-member';
import type { Evidence } from './books';
import type { BookedSend, HandOvers } from './hand-over-books';
import type { WorldAccount } from './seeded-account';
import { isFurtherNumber, type PlannedMember } from './seeded-sender';
import type { Taken } from './simulated-provider';

/** Time in which a function may act on the state of a sender that it has read: its whole life. */
const LIVES_MS = 61_000;
/** Sentences of the timeline of a message that waits. */
const WAITS = { paused: 'sending is paused', provider: 'the provider takes no messages' };

/**
 * Finds violations of what is said from a sender with several members, and of what the table tells about the identities
 * that messages left from. **Source:** rules 2.8.
 */
export function findWrongSenders(evidence: Evidence, handOvers: HandOvers): string[] {
  const { all } = handOvers;
  return [
    ...all.flatMap(findWrongIdentity),
    ...findTwicePerRecipient(all),
    ...evidence.accounts.flatMap((account) => [
      ...all.filter(({ accountId }) => accountId === account.id).flatMap(findOtherMember(evidence, account)),
      ...findForeignReplies(evidence, account, all),
      ...findHeldByOthers(evidence, account, handOvers),
    ]),
  ];
}

/** Finds messages that left from another identity than the table says, or went to another person. */
function findWrongIdentity({ messageId, asked, from, to, isFirm, taken }: BookedSend): string[] {
  const wrong = taken.flatMap(({ message }) => [
    ...(from === undefined || message.from === from
      ? []
      : [`${messageId} left from ${message.from}, the table says ${from}`]),
    ...(message.to === to ? [] : [`${messageId} to ${to} was taken for ${message.to}`]),
  ]);
  if (from === undefined && isFirm)
    wrong.push(`${messageId} from ${asked} is sent, and nothing says from where`);
  return wrong;
}

/** Finds people who got a job's text twice, whichever members sent it. Who is on two ways has a text of each. */
function findTwicePerRecipient(all: BookedSend[]): string[] {
  const times = new Map<string, number>();
  for (const { jobId, entry = '', taken } of all)
    for (const { message } of jobId === undefined ? [] : taken) {
      const name = `${message.to} ${entry} of ${jobId}`;
      times.set(name, (times.get(name) ?? 0) + 1);
    }
  return [...times].flatMap(([name, count]) => (count > 1 ? [`${name} was texted ${count} times`] : []));
}

/**
 * Returns the member that a recipient always has: its unit tests fix by values which one that is. `undefined` when none
 * serves the recipient's country.
 */
const ownMember = (members: readonly PlannedMember[], to: string): PlannedMember | undefined =>
  rankMembers(members, to as E164)[0];

/**
 * Finds messages of a sender that left from another member than the recipient's own, although that one could be sent
 * from all the time since they were accepted; and those from a member that does not serve the country.
 */
function findOtherMember(evidence: Evidence, { sender }: WorldAccount): (send: BookedSend) => string[] {
  const { world } = evidence;
  const { jumps, slow } = world.plannedMix;
  return ({ messageId, asked, acceptedAtMs, to, taken }) => {
    if (!sender || asked !== sender.id) return [];
    const own = ownMember(sender.members, to);
    const isCanadian = to.startsWith('+1416');
    return taken.flatMap((one) => {
      const { from } = one.message;
      const member = sender.members.find(({ identity }) => identity === from);
      if (!member) return [`${messageId} left from ${from}, which is no member`];
      const { countries } = member;
      if (countries?.some((country) => (country === 'CA') !== isCanadian))
        return [`${messageId} to ${to} left from ${from}, which does not serve its country`];
      meetMoments(evidence, { sender, own, from, one });
      if (own?.identity === from) return [];
      const isExact = jumps === 0 && slow === 0;
      const sinceMs = isExact ? acceptedAtMs - LIVES_MS : -Infinity;
      const wasOut = own && world.absences.covers(own.identity, { fromMs: sinceMs, untilMs: one.atMs });
      return wasOut ? [] : [`${messageId} to ${to} left from ${from} instead of ${own?.identity}`];
    });
  };
}

/** Finds answers to keywords that left from a number which the phone has not texted. **Source:** rules 3.3. */
function findForeignReplies(
  { traffic, world }: Evidence,
  account: WorldAccount,
  all: readonly BookedSend[],
): string[] {
  const replies = all.filter((one) => one.accountId === account.id && one.purpose === 'keywordReply');
  return replies.flatMap(({ to, taken }) =>
    taken.flatMap(({ message: { messageId, from } }) => {
      if (isFurtherNumber(from)) world.moments.meet('answeredByMember');
      const isAnswer = traffic.said.some(
        (said) => said.account === account && said.phone === to && said.to === from,
      );
      return isAnswer ? [] : [`${messageId} answers ${to} from ${from}, which it has not texted`];
    }),
  );
}

function meetMoments(
  { world, traffic }: Evidence,
  {
    sender,
    own,
    from,
    one,
  }: { sender: { members: PlannedMember[] }; own: PlannedMember | undefined; from: string; one: Taken },
): void {
  if (own?.identity !== from) world.moments.meet('standIn');
  const isHeld = sender.members.some(
    ({ identity }) =>
      identity !== from &&
      (world.absences.covers(identity, { fromMs: one.atMs, untilMs: one.atMs, why: 'breaker' }) ||
        traffic.pauses.some(
          ({ number, heldFromStep = Infinity, resumedAtStep = Infinity }) =>
            number === identity && heldFromStep < one.askedAtStep && one.askedAtStep < resumedAtStep,
        )),
  );
  if (isHeld) world.moments.meet('restSent');
}

/**
 * Finds requests that were refused, and messages that waited, for the pause or the breaker of a number that they do not
 * leave from.
 */
function findHeldByOthers(
  { traffic, world }: Evidence,
  account: WorldAccount,
  { messages }: HandOvers,
): string[] {
  const { sender } = account;
  const numbersOf = (asked: string, to: string | undefined): string[] => {
    if (asked !== sender?.id) return [asked];
    const own = to === undefined ? undefined : ownMember(sender.members, to);
    if (!own) return [];
    const isOut = world.absences.covers(own.identity, { fromMs: -Infinity, untilMs: Infinity });
    return isOut ? sender.members.map(({ identity }) => identity) : [own.identity];
  };
  const isPaused = (numbers: string[], step = Infinity) =>
    traffic.pauses.some(
      ({ account: paused, number, askedAtStep }) =>
        askedAtStep <= step &&
        (paused === undefined || paused === account) &&
        (number === undefined || numbers.includes(number)),
    );
  const refused = traffic.asked
    .filter((asked) => asked.account === account && asked.body?.from !== undefined)
    .flatMap(({ operation, body = {}, answers }) => {
      const { from, to } = body as { from: string; to?: string };
      return answers
        .filter(({ body: { code }, atStep }) => code === 33117 && !isPaused(numbersOf(from, to), atStep))
        .map(
          () => `${operation} from ${from} to ${to ?? 'many'} was refused for the pause of another number`,
        );
    });
  const waited = messages
    .filter(({ accountId }) => accountId === account.id)
    .flatMap(({ id, to, from, senderId, waits = [] }) => {
      const numbers = [from, ...numbersOf(senderId ?? from, to)];
      const wasOpen = numbers.some((number) =>
        world.absences.covers(number, { fromMs: -Infinity, untilMs: Infinity, why: 'breaker' }),
      );
      const whys = waits.map(({ why }) => why);
      return [
        ...(whys.includes(WAITS.paused) && !isPaused(numbers) ? ['pause'] : []),
        ...(whys.includes(WAITS.provider) && !wasOpen ? ['breaker'] : []),
      ].map((what) => `${id} from ${from} waited for the ${what} of another number`);
    });
  return [...refused, ...waited];
}
