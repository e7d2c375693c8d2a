import { byRoute } from '../../shared/http/by-route';
import * as getBroadcast from './get-broadcast';
import * as listBroadcastRecipients from './list-broadcast-recipients';
import * as getBatch from './get-batch';
import * as listBatchRecipients from './list-batch-recipients';

/** The routes that read broadcasts and batches back. */
export const handler = byRoute([getBroadcast, listBroadcastRecipients, getBatch, listBatchRecipients]);
