import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/http/generated/send-message';
import { presentMessage } from '../../shared/messages/message';
import { keysForSend, parseNumbers, sendMessage } from '../../shared/messages/send-message';
import type { SendMessageBody } from '../../shared/messages/send-message.schema';
import { parseE164, parseSender } from '../../shared/phone-numbers/e164';

/** POST /api/v1/messaging/message. **Source:** contract 4.1. */
export const handler = endpoint<SendMessageBody>({
  operationId: 'sendMessage',
  validate,
  prefetch: ({ accountId, body }) => {
    const { to, from } = body as Partial<Record<'to' | 'from', unknown>>;
    const recipient = typeof to === 'string' ? parseE164(to) : undefined;
    const sender = typeof from === 'string' ? parseSender(from) : undefined;
    return recipient && sender ? keysForSend(accountId, recipient, sender) : [];
  },
  handle: async ({ platform, account, body, prefetched }) => {
    const numbers = parseNumbers(body);
    const message = await sendMessage(platform, {
      accountId: account.id,
      ...numbers,
      request: body,
      items: prefetched,
    });
    return { status: 201, body: presentMessage(message) };
  },
});
