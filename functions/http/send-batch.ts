import validate from '../../shared/platform/validation/generated/send-batch';
import { jobEndpoint } from './job-endpoint';
import * as routes from './jobs.routes';

/** POST /api/v1/messaging/batch. **Source:** rules 4.3. */
export const handler = jobEndpoint({ kind: 'batch', route: routes.sendBatch, validate });
