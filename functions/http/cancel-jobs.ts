import { byRoute } from '../../shared/http/by-route';
import * as cancelBroadcast from './cancel-broadcast';
import * as cancelBatch from './cancel-batch';

/** The routes that cancel broadcasts and batches. */
export const handler = byRoute([cancelBroadcast, cancelBatch]);
