import { growingHold, type Hold } from '../../../holds/hold';
import type { Message } from '../../../messages/message';
import { epochMs } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { SenderTurn } from '../../../senders/number';
import { probeProvider } from '../../probe-provider';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'>;

/** Returns what keeps a message waiting although it is its turn. The answer to a STOP goes out during a pause. */
export function holdAtTurn(
  message: Message,
  { sender, nowMs, random }: { sender: SenderTurn; nowMs: number; random: number },
): Hold | undefined {
  const hold = sender.hold ?? growingHold(sender.closedAt, { nowMs, random });
  return hold?.reason === 'paused' && message.purpose === 'keywordReply' ? undefined : hold;
}

/**
 * Decides whether a queued message waits although it is its turn. Now and then it looks whether the provider is back.
 *
 * @returns `no`: it goes out, with `probed` to see whether the provider is back; else the hold under which it waits
 */
export async function decideHold(
  deps: Deps,
  message: Message,
  { sender, random }: { sender: SenderTurn; random: number },
): Promise<{ held: Hold } | { held: 'no'; probed?: Hold }> {
  const hold = holdAtTurn(message, { sender, nowMs: epochMs(deps.clock), random });
  if (!hold) return { held: 'no' };
  try {
    const { id: messageId, accountId, from, to } = message;
    switch (await probeProvider(deps, { messageId, accountId, from, to, hold })) {
      case 'back':
        return { held: 'no' };
      case 'send':
        return { held: 'no', probed: hold };
      case 'wait':
        return { held: hold };
    }
  } catch (error) {
    deps.log.error('The provider was not probed', error);
    return { held: hold };
  }
}
