import validate from '../../shared/platform/validation/generated/send-broadcast';
import { jobEndpoint } from './job-endpoint';
import { route } from './send-broadcast.route';

/** POST /api/v1/messaging/broadcast. **Source:** rules 4.2. */
export const handler = jobEndpoint({ kind: 'broadcast', route, validate });
