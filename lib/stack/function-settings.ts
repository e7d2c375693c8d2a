import { ROUTES } from '../../functions/http/routes';

/** Memory and timeout of a function. */
interface FunctionSettings {
  /** Memory, in proportion to which Lambda gives CPU: one whole core at 1,769 MB. */
  memoryMb: number;
  timeoutSeconds: number;
  why: string;
  /** Concurrency that is reserved for this function in the AWS account; it is also the function's limit. */
  reservedConcurrency?: number;
}

/** Settings of workers, with those of their queue or stream. */
interface WorkerSettings extends FunctionSettings {
  /** Batches of more than ten messages of a queue need a window. */
  batchSize: number;
  /** Longest time for which a batch is gathered; absent: none. */
  batchWindowSeconds?: number;
  /** Limit of concurrent invocations for all messages of the queue; at least 2. */
  maxConcurrency: number;
}

/** Handler of `POST /api/v1/messaging/message`. */
export const SINGLE_SEND = 'functions/http/send-message.ts';

/** Handler that sends the texts of the canary. */
export const CANARY = 'functions/workers/run-canary.ts';

const SHORT_REQUEST: FunctionSettings = {
  memoryMb: 512,
  timeoutSeconds: 15,
  why: 'A few items read and written; 512 MB for a quick cold start. 15 s leave room for retries after throttling and conflicts.',
};
const JOB_ACCEPTANCE: FunctionSettings = {
  memoryMb: 1769,
  timeoutSeconds: 29,
  why: '50,000 recipients with keys take 2.5 s of a core and 200 MB, 5,000 bodies of 640 emoji or escapes 180 MB; less memory is less of a core. The gateway gives up after 30 s.',
};

/** Settings of functions other than `SHORT_REQUEST`, by the file of their handler. */
const ROUTE_SETTINGS: Readonly<Record<string, FunctionSettings>> = {
  [SINGLE_SEND]: {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Waits up to 5 s for a request with the same key, 4 s for a media file and 10 s for the provider; the gateway gives up after 30 s.',
  },
  'functions/twilio/messages.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Waits up to 4 s for a media file and 10 s for the provider; the gateway gives up after 30 s.',
  },
  'functions/http/send-broadcast.ts': JOB_ACCEPTANCE,
  'functions/http/send-batch.ts': JOB_ACCEPTANCE,
  'functions/http/preview-segment.ts': {
    memoryMb: 3008,
    timeoutSeconds: 29,
    why: 'Counts for up to 20 s; reading a million contacts takes most of two cores. The gateway gives up after 30 s.',
  },
  'functions/http/preview-campaign.ts': {
    memoryMb: 3008,
    timeoutSeconds: 29,
    why: 'Counts for up to 20 s, as the preview of a segment does. The gateway gives up after 30 s.',
  },
  'functions/http/test-campaign.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Ten single sends at once, each up to 4 s for a media file and 10 s for the provider; the gateway gives up after 30 s.',
  },
  'functions/http/change-campaigns.ts': {
    memoryMb: 1769,
    timeoutSeconds: 29,
    why: 'A launch that may need an approval counts its audience for up to 20 s, which wants a core. A pause waits up to 20 s for send batches under way. The gateway gives up after 30 s.',
  },
  'functions/http/cancel-jobs.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Waits up to 20 s until at most 250 recipients are being handed over; the gateway gives up after 30 s.',
  },
  'functions/console/auth.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Waits up to 8 s for each of three requests to the issuer; the gateway gives up after 30 s.',
  },
  'functions/console/account.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'A part of the deletion of a group works for 5 s, and waits for up to 15 s more while the table throttles it. The gateway gives up after 30 s.',
  },
  'functions/console/submission.ts': {
    memoryMb: 1769,
    timeoutSeconds: 29,
    why: 'Looks for up to 20 s for a recipient whom the campaign can reach, which wants a core. The gateway gives up after 30 s.',
  },
  'functions/console/merge.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Waits for counters of groups that others write, 20 groups at a time. The gateway gives up after 30 s.',
  },
  'functions/console/operator.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'Moves up to 500 dead letters, or waits up to 15 s for the timer; the gateway gives up after 30 s.',
  },
  'functions/http/add-membership.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'A hundred enrolments into one group at once take about 15 s of conflicts on its counter.',
  },
  'functions/http/remove-membership.ts': {
    memoryMb: 512,
    timeoutSeconds: 29,
    why: 'A hundred removals from one group at once take about 15 s of conflicts on its counter.',
  },
};

const WORKER_SETTINGS = {
  'functions/workers/outbox-relay.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 100,
    maxConcurrency: 2,
    reservedConcurrency: 20,
    why: 'A hundred outbox items fan out to a thousand queue messages at most. Concurrency is for each shard of the stream; what is reserved is enough for ten shards; a large stack reserves as much as the shards of its table take.',
  },
  'functions/workers/send-queued-message.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 10,
    maxConcurrency: 10,
    why: 'Ten messages side by side, each with up to 15 s for its media file, 1 s for its slot and 10 s for the provider.',
  },
  'functions/workers/send-chunk.ts': {
    memoryMb: 1024,
    timeoutSeconds: 60,
    batchSize: 1,
    maxConcurrency: 10,
    why: 'Works on one chunk until 20 s before its end (of MMS: 35 s) and parks the rest. Dozens of hand-overs at once want CPU. Ten workers keep any provider busy.',
  },
  'functions/workers/erase-people.ts': {
    memoryMb: 1769,
    timeoutSeconds: 300,
    batchSize: 1,
    maxConcurrency: 9,
    why: 'Goes over the whole table, a megabyte at a time, with a core to unpack what is packed. One works on a table of up to 100 MB, eight share a larger one: a thousand million items in two hours. One more begins what is asked for meanwhile.',
  },
  'functions/workers/send-paced-chunks.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 20,
    batchWindowSeconds: 1,
    maxConcurrency: 100,
    why: 'Chunks of twenty slow numbers at once, whose slots it waits for up to 35 s: together they send fewer than a hundred parts a second. A hundred of them serve a thousand numbers.',
  },
  'functions/workers/record-receipt.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 1_000,
    batchWindowSeconds: 1,
    maxConcurrency: 10,
    why: 'Receipts of one result page are one write: the more come together, the fewer writes; events of other accounts wait as long. 1,000 are 1.5 MB of the 6 MB that an event may have, and a second or two of single writes.',
  },
  'functions/workers/receive-inbound.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 10,
    maxConcurrency: 10,
    reservedConcurrency: 10,
    why: 'Time for a STOP of a contact in many groups, which leaves 20 groups in each transaction.',
  },
  'functions/workers/fan-out-events.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 10,
    maxConcurrency: 10,
    why: 'One write for each event and endpoint, 16 at once.',
  },
  'functions/workers/deliver-webhook.ts': {
    memoryMb: 1024,
    timeoutSeconds: 60,
    batchSize: 5,
    maxConcurrency: 50,
    why: 'An endpoint that hangs keeps its batch for a minute: small batches, and many at once. A delivery takes more than a millisecond of a core, of which this has 0.58.',
  },
  'functions/workers/transfer-contacts.ts': {
    memoryMb: 1769,
    timeoutSeconds: 900,
    batchSize: 1,
    maxConcurrency: 6,
    why: 'Reads a file of up to 1 GB twice, which wants a core; a file of a million rows takes 300 MB. An account has two of them at work at most, a third. What is not done after the longest time that Lambda has, the next call goes on with.',
  },
  'functions/workers/work-campaigns.ts': {
    memoryMb: 1769,
    timeoutSeconds: 900,
    batchSize: 1,
    maxConcurrency: 10,
    why: 'Goes through the contact book once for a campaign, and decides on a time for each contact, which wants a core. What is not done after the longest time that Lambda has, the next call goes on with.',
  },
  'functions/workers/enter-by-events.ts': {
    memoryMb: 512,
    timeoutSeconds: 60,
    batchSize: 5,
    maxConcurrency: 10,
    why: 'Up to 100 events in each record, whose people enter in transactions of up to 25.',
  },
  'functions/workers/count-clicks.ts': {
    memoryMb: 1769,
    timeoutSeconds: 900,
    batchSize: 1,
    maxConcurrency: 5,
    why: 'Reads a file of some minutes of one server of CloudFront, of a few lines or of a hundred thousand. A click takes 4 to 5 ms of a core, most of it to find its message. Clicks have time: what comes faster waits in the bucket.',
  },
} as const satisfies Record<string, WorkerSettings>;

export type WorkerEntry = keyof typeof WORKER_SETTINGS;

/** Worker of the access logs, which only some stages have, and which gives way when there is no room for it. */
const CLICKS = 'functions/workers/count-clicks.ts';

/** Workers of queues of every stage; the relay alone reads a stream. */
export const QUEUE_WORKERS = (Object.keys(WORKER_SETTINGS) as WorkerEntry[]).filter(
  (entry) => entry !== 'functions/workers/outbox-relay.ts' && entry !== CLICKS,
);

const SWEEP: FunctionSettings = {
  memoryMb: 512,
  timeoutSeconds: 300,
  reservedConcurrency: 5,
  why: 'Goes through everything that is overdue after an outage; two of them at once are harmless.',
};

const ARCHIVE: FunctionSettings = {
  memoryMb: 512,
  timeoutSeconds: 60,
  why: 'Makes lines of a megabyte of events, in less than a second.',
};

const RESTORE_LOG: FunctionSettings = {
  memoryMb: 512,
  timeoutSeconds: 60,
  why: 'Hashes up to a thousand numbers, and writes one file.',
};

const CANARY_SETTINGS: FunctionSettings = {
  memoryMb: 256,
  timeoutSeconds: 240,
  why: 'Mostly waits: up to 150 s for the receipt, and for two requests of 30 s.',
};

export function workerSettingsOf(entry: WorkerEntry): WorkerSettings {
  return WORKER_SETTINGS[entry];
}

/**
 * Handlers of texts and STOPs, which are deployed gradually. The others are not: a stack has at most 500 resources, and
 * each of these takes three.
 */
const GRADUAL: ReadonlySet<string> = new Set([
  SINGLE_SEND,
  'functions/http/send-broadcast.ts',
  'functions/http/send-batch.ts',
  'functions/workers/outbox-relay.ts',
  'functions/workers/send-queued-message.ts',
  'functions/workers/send-chunk.ts',
  'functions/workers/send-paced-chunks.ts',
  'functions/workers/receive-inbound.ts',
]);

/** Returns true when new versions of the function take over step by step, if the stage has gradual deployments. */
export const takesOverGradually = (entry: string) => GRADUAL.has(entry);

const HTTP_FOLDERS = ['functions/edge/', 'functions/http/', 'functions/console/', 'functions/twilio/'];

/** @throws Error for a worker without settings */
export function settingsOf(entry: string): FunctionSettings {
  if (entry in WORKER_SETTINGS) return WORKER_SETTINGS[entry as WorkerEntry];
  if (entry === 'functions/workers/sweep.ts') return SWEEP;
  if (entry === 'functions/workers/archive-events.ts') return ARCHIVE;
  if (entry === 'functions/workers/log-changes.ts') return RESTORE_LOG;
  if (entry === CANARY) return CANARY_SETTINGS;
  const isOfRoute =
    HTTP_FOLDERS.some((folder) => entry.startsWith(folder)) ||
    ROUTES.some(({ handler }) => handler === entry);
  if (!isOfRoute) throw new Error(`lib/stack/function-settings.ts does not say how large ${entry} is`);
  return ROUTE_SETTINGS[entry] ?? SHORT_REQUEST;
}
