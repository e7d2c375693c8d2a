import { isOver } from '../../shared/accounts/retention';
import { ServiceError } from '../../shared/errors/service-error';
import { endpoint } from '../../shared/http/endpoint';
import { presentClicks, readMessageClicks } from '../../shared/sending/clicks/message-clicks';
import { findMessage } from '../../shared/sending/single/find-message';
import { presentMessageStatus } from '../../shared/messages/present-message-status';
import * as routes from './messages.routes';

/** GET /api/v1/messaging/message/{id}. **Source:** rules E2 for what is over. */
export const handler = endpoint({
  route: routes.getMessage,
  handle: async ({ platform, account, pathParameters }) => {
    const messageId = pathParameters.id ?? '';
    const message = await findMessage(platform.table, account.id, messageId);
    if (!message || isOver(account, message.createdAt, platform.clock.now()))
      throw new ServiceError('NoSuchMessageOrJob', { cause: 'message' });
    const [clicks] = await readMessageClicks(platform.table, [messageId]);
    return { status: 200, body: { ...presentMessageStatus(message), ...presentClicks(clicks) } };
  },
});
