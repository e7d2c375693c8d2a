import validate from '../../shared/platform/validation/generated/send-batch';
import { jobEndpoint } from './job-endpoint';
import { route } from './send-batch.route';

/** POST /api/v1/messaging/batch. **Source:** rules 4.3. */
export const handler = jobEndpoint({ kind: 'batch', route, validate });
