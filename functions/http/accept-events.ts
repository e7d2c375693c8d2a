import { acceptEvents } from '../../shared/custom-events/accept-events';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/events';
import * as routes from './events.routes';

/** POST /api/v1/events. **Source:** rules E10.6. */
export const handler = endpoint({
  route: routes.acceptEvents,
  validate,
  handle: async ({ platform, account, body }) => {
    const events = await acceptEvents(platform, { accountId: account.id, body });
    return { status: 202, body: { events } };
  },
});
