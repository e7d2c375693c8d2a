import type { Account } from '../../accounts/account';
import { isProbeDue } from '../../holds/breaker';
import { isSenderId } from '../../phone-numbers/e164';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { chooseNow, isOut, type MemberState, readMembers } from '../../senders/read-members';
import { isSenderItem, senderItem } from '../../senders/sender';
import { chooseMember } from '../../senders/choose-member';
import { probeProvider } from '../probe-provider';
import type { PlannedItems, SendPlan } from './send-plan';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'> & Partial<Pick<Platform, 'provider'>>;

/** Plan of a send with its items, in which a number or other identity stands in place of a sender. */
interface Planned {
  plan: SendPlan;
  prefetched: PlannedItems;
}

/**
 * Chooses the member of a sender from which a single send leaves. A plan that names a number stays as it is; without a
 * member that can send, so does the sender, and `checkSend` says why.
 *
 * **Source:** rules 2.8.
 */
export async function chooseSender(
  deps: Deps,
  options: Planned & { account: Account; isMms: boolean },
): Promise<Planned> {
  const { plan, prefetched, account, isMms } = options;
  const { from, to } = plan;
  const item = prefetched.number;
  if (from === undefined || to === undefined || !isSenderId(from)) return { plan, prefetched };
  if (item === undefined || !isSenderItem(item)) return { plan, prefetched };
  const sender = senderItem.read(item);
  const members = await readMembers(deps.table, { sender, account, isMms });
  const nowMs = epochMs(deps.clock);
  const preferred = chooseMember(members, to);
  const isBack =
    preferred && isOut(preferred, nowMs) && (await hasComeBack(deps, preferred, { ...sender, to }));
  const chosen = isBack
    ? { ...preferred, items: preferred.items.slice(0, 2) }
    : chooseNow(members, { to, nowMs });
  if (chosen === 'inactive') return { plan: { ...plan, refusal: 'noMember' }, prefetched };
  if (chosen === 'otherCountry') return { plan: { ...plan, refusal: 'noMemberForCountry' }, prefetched };
  const [number, service, outage] = chosen.items;
  return {
    plan: { ...plan, from: chosen.identity, senderId: sender.id },
    prefetched: { ...prefetched, number, service, outage },
  };
}

/**
 * Looks whether the provider takes messages of a member again, if it is time for the breaker's next probe: nothing else
 * may ask while other members send to its recipients.
 */
async function hasComeBack(
  { provider, ...deps }: Deps,
  { identity: from, hold, isSenderActive }: MemberState,
  { accountId, id: messageId, to }: { accountId: string; id: string; to: string },
): Promise<boolean> {
  if (!isSenderActive || !hold?.breaker || !provider?.check) return false;
  if (!isProbeDue(hold.breaker, epochMs(deps.clock))) return false;
  try {
    return (await probeProvider({ ...deps, provider }, { accountId, messageId, from, to, hold })) === 'back';
  } catch (error) {
    deps.log.error('The provider was not probed', error);
    return false;
  }
}
