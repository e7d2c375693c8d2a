import type { Account } from '../../shared/accounts/account';
import { isOver } from '../../shared/accounts/retention';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { presentMessageStatus } from '../../shared/messages/present-message-status';
import { checkOutgoingUrl } from '../../shared/platform/outgoing/outgoing-url';
import { readOutgoingPolicy } from '../../shared/platform/outgoing/public-address';
import validate from '../../shared/platform/validation/generated/send-twilio-message';
import { getSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { findMessage } from '../../shared/sending/single/find-message';
import { chooseSender } from '../../shared/sending/single/choose-sender';
import { checkSend, sendMessage } from '../../shared/sending/single/send';
import { keysOfPlan, planSend } from '../../shared/sending/single/send-plan';
import { listMessages } from '../../shared/texts/list-messages';
import { answerAsTwilio } from '../../shared/twilio/answer-as-twilio';
import { readPageSize } from '../../shared/twilio/page-size';
import { readSentRange } from '../../shared/twilio/sent-range';
import { accountSidOf, messageIdOf, messageSidOf } from '../../shared/twilio/sids';
import { describeRefusal } from '../../shared/webhooks/attempt-delivery';
import * as routes from './messages.routes';

const send = endpoint({
  route: routes.sendTwilioMessage,
  validate,
  plan: planSend,
  prefetch: ({ accountId, plan }) => keysOfPlan(accountId, plan),
  handle: async ({ platform, account, body, plan, prefetched, pathParameters, receivedAtMs }) => {
    refuseOthers(account, pathParameters);
    const { statusCallback, validityPeriod: validitySeconds, ...request } = body;
    if (statusCallback !== undefined) checkCallback(statusCallback);
    const sending = getSendingPlatform(platform);
    const isMms = request.mediaUrl !== undefined;
    const chosen = await chooseSender(sending, { plan, prefetched, account, isMms });
    const checked = checkSend({ account, request, ...chosen });
    return sendMessage(sending, { ...checked, statusCallback, validitySeconds }, { receivedAtMs });
  },
});

const get = endpoint({
  route: routes.getTwilioMessage,
  handle: async ({ platform, account, pathParameters }) => {
    refuseOthers(account, pathParameters);
    const sid = /^(\w+)\.json$/.exec(pathParameters.file ?? '')?.[1] ?? '';
    const message = await findMessage(platform.table, account.id, messageIdOf(sid) ?? '');
    const isFound =
      message && messageSidOf(message) === sid && !isOver(account, message.createdAt, platform.clock.now());
    if (!isFound) throw new ServiceError('NoSuchMessageOrJob', { cause: 'message' });
    return { status: 200, body: presentMessageStatus(message) };
  },
});

const list = endpoint({
  route: routes.listTwilioMessages,
  handle: async ({ platform, account, pathParameters, query }) => {
    refuseOthers(account, pathParameters);
    const { limit, cursor, ...filter } = query;
    const scope = { accountId: account.id, list: 'twilioMessages', filter };
    const { place } = readListPage(cursor === undefined ? {} : { cursor }, scope);
    const { messages, nextPlace } = await listMessages(platform, {
      account,
      filter: { to: query.to, from: query.from, ...readSentRange(query) },
      limit: readPageSize(limit),
      place,
    });
    return {
      status: 200,
      body: {
        messages: messages.map(presentMessageStatus),
        ...(nextPlace !== undefined && { nextCursor: writeListCursor(scope, nextPlace) }),
      },
    };
  },
});

/** Refuses requests about other accounts, and about an account that cannot be called in Twilio's form. */
function refuseOthers(account: Account, { accountSid }: Record<string, string>): void {
  if (account.twilio === undefined || accountSidOf(account.id) !== accountSid) {
    throw new ServiceError('NoSuchRoute');
  }
}

function checkCallback(url: string): void {
  const checked = checkOutgoingUrl(url, readOutgoingPolicy());
  if (!('refused' in checked)) return;
  throw invalidRequest({ pointer: '/statusCallback', reason: describeRefusal(checked.refused) });
}

/** Messages of an account in Twilio's form. **Source:** rules E9. */
export const handler = answerAsTwilio([
  { route: routes.sendTwilioMessage, handler: send },
  { route: routes.listTwilioMessages, handler: list },
  { route: routes.getTwilioMessage, handler: get },
]);
