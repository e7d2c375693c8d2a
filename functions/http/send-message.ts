import { endpoint, type Answer } from '../../shared/http/endpoint';
import { propertiesOf } from '../../shared/platform/is-record';
import validate from '../../shared/platform/validation/generated/send-message';
import type { StoredAnswer } from '../../shared/sending/idempotency/key-record';
import { answerFromKey, readKey } from '../../shared/sending/single/answer-from-key';
import { chooseSender } from '../../shared/sending/single/choose-sender';
import { checkSend, describeDryRun, sendMessage } from '../../shared/sending/single/send';
import { keysOfPlan, planSend, readPlannedKey } from '../../shared/sending/single/send-plan';
import { getSendingPlatform } from '../../shared/sending/platform/sending-platform';
import * as routes from './messages.routes';

/** POST /api/v1/messaging/message. **Source:** rules 4.1. */
export const handler = endpoint({
  route: routes.sendMessage,
  validate,
  plan: planSend,
  prefetch: ({ accountId, plan }) => keysOfPlan(accountId, plan),
  replay: async (request) => {
    const { platform, account, body, plan, prefetched, limitReachedAtMs, receivedAtMs } = request;
    if (plan.key === undefined || propertiesOf(body).dryRun === true) return undefined;
    const address = { accountId: account.id, key: plan.key };
    // The request that used up the limit may be the one that this one repeats.
    const isLimited = limitReachedAtMs !== undefined;
    const record = isLimited ? await readKey(platform, address) : readPlannedKey(prefetched);
    const fromKey = await answerFromKey(platform, {
      ...{ ...address, to: plan.to, record, receivedAtMs },
      ...{ limitReachedAtMs, onRepeat: request.countReplay },
    });
    return 'answer' in fromKey ? toAnswer({ ...fromKey.answer, isReplay: true }) : undefined;
  },
  handle: async ({ platform, account, body, receivedAtMs, ...request }) => {
    const sending = body.dryRun ? platform : getSendingPlatform(platform);
    const isMms = body.mediaUrl !== undefined;
    const chosen = await chooseSender(sending, { ...request, account, isMms });
    const send = checkSend({ account, request: body, ...chosen });
    return toAnswer(
      body.dryRun
        ? await describeDryRun(platform, send)
        : await sendMessage(getSendingPlatform(platform), send, { receivedAtMs }),
    );
  },
});

function toAnswer({ status, body, isReplay }: StoredAnswer & { isReplay?: boolean }): Answer {
  return { status, body, ...(isReplay && { headers: { 'idempotent-replayed': 'true' } }) };
}
