import { byRoute } from '../../shared/http/by-route';
import * as createBroadcastExport from './create-broadcast-export';
import * as createBatchExport from './create-batch-export';

/** The routes that export the recipients of broadcasts and batches. */
export const handler = byRoute([createBroadcastExport, createBatchExport]);
