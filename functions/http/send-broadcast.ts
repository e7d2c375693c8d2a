import validate from '../../shared/platform/validation/generated/send-broadcast';
import { jobEndpoint } from './job-endpoint';
import * as routes from './jobs.routes';

/** POST /api/v1/messaging/broadcast. **Source:** rules 4.2. */
export const handler = jobEndpoint({ kind: 'broadcast', route: routes.sendBroadcast, validate });
