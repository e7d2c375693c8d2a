import { epochMs } from '../../../../platform/clock';
import { chooseNow, isOut, readMembers } from '../../../../senders/read-members';
import { findSender } from '../../../../senders/sender-store';
import { NO_MEMBER } from '../../chunk';
import { senderIdOf } from '../../job';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { isMms } from './recipient-text';
import { sendBatch } from './send-batch';
import type { Candidate } from './send-to-recipients';

/** Returns true when other members may send to the recipients of a chunk, because its own is out. */
export const needsStandIn = (work: ChunkWork, nowMs: number): boolean =>
  work.member !== undefined && work.member !== NO_MEMBER && isOut(work, nowMs);

/**
 * Sends to the next recipients from another member of the sender: those at the beginning for whom the same one is
 * chosen. Nothing was handed over for them before, or the provider certainly has not taken it.
 *
 * @returns `own`: the chunk's own member can send again; `none`: no other member can
 *
 * **Source:** rules 2.8.
 */
export async function sendThroughStandIn(
  deps: ChunkDeps,
  work: ChunkWork,
  candidates: Candidate[],
): Promise<'sent' | 'own' | 'none'> {
  const { job, account, member } = work;
  const nowMs = epochMs(deps.clock);
  const senderId = senderIdOf(job) ?? '';
  const sender = await findSender(deps.table, { accountId: job.accountId, senderId });
  const members = sender ? await readMembers(deps.table, { sender, account, isMms: isMms(work) }) : [];
  const own = members.find(({ identity }) => identity === member);
  if (own && !isOut(own, nowMs)) {
    Object.assign(work, stateOf(own));
    return 'own';
  }
  const standInFor = ({ position }: Candidate) => {
    const chosen = chooseNow(members, { to: recipientAt(work, position).to, nowMs });
    return typeof chosen === 'string' || chosen.hold || isOut(chosen, nowMs) ? undefined : chosen;
  };
  const [first] = candidates;
  const standIn = first && standInFor(first);
  if (!standIn) return 'none';
  const end = candidates.findIndex((candidate) => standInFor(candidate)?.identity !== standIn.identity);
  const before = { from: work.from, ...stateOf(work) };
  Object.assign(work, { from: standIn.identity, ...stateOf(standIn) });
  try {
    await sendBatch(deps, work, { candidates: end < 0 ? candidates : candidates.slice(0, end) });
  } finally {
    Object.assign(work, before);
  }
  return 'sent';
}

/** Returns the state of an identity, without anything else of a chunk or a member. */
const stateOf = ({
  isSenderActive,
  ratePerSecond,
  cap,
  hold,
  breaker,
  closedAt,
}: ChunkWork | Turn): Turn => ({
  ...{ isSenderActive, ratePerSecond, cap, hold, breaker, closedAt },
});
type Turn = Pick<ChunkWork, 'isSenderActive' | 'ratePerSecond' | 'cap' | 'hold' | 'breaker' | 'closedAt'>;
