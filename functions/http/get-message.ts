import { isOver } from '../../shared/accounts/retention';
import { ServiceError } from '../../shared/errors/service-error';
import { endpoint } from '../../shared/http/endpoint';
import { findMessage } from '../../shared/sending/single/find-message';
import { presentMessageStatus } from '../../shared/messages/present-message-status';
import { route } from './get-message.route';

/** GET /api/v1/messaging/message/{id}. **Source:** rules E2 for what is over. */
export const handler = endpoint({
  route,
  handle: async ({ platform, account, pathParameters }) => {
    const message = await findMessage(platform.table, account.id, pathParameters.id ?? '');
    if (!message || isOver(account, message.createdAt, platform.clock.now()))
      throw new ServiceError('NoSuchMessageOrJob');
    return { status: 200, body: presentMessageStatus(message) };
  },
});
