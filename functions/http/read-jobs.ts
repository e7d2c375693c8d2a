import { byRoute } from '../../shared/http/by-route';
import * as getBroadcast from './get-broadcast';
import * as listBroadcastRecipients from './list-broadcast-recipients';
import * as getBroadcastClicks from './get-broadcast-clicks';
import * as getBatch from './get-batch';
import * as listBatchRecipients from './list-batch-recipients';
import * as getBatchClicks from './get-batch-clicks';

/** The routes that read broadcasts and batches back, and their clicks. */
export const handler = byRoute([
  getBroadcast,
  listBroadcastRecipients,
  getBroadcastClicks,
  getBatch,
  listBatchRecipients,
  getBatchClicks,
]);
