import { parseObject } from './loopback-server';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from './template';

/** Limits of PutEvents: entries in a request, and bytes of all of them together. */
const MAX_ENTRIES = 10;
const MAX_TOTAL_BYTES = 256 * 1024;
/** Bytes that the time of an entry counts for. */
const TIME_BYTES = 14;

/** Entry as it is sent: times are seconds since the epoch there. */
export interface PutEventsEntry {
  Source?: string;
  DetailType?: string;
  Detail?: string;
  EventBusName?: string;
  Resources?: string[];
  Time?: number;
  /** Passed to the targets beside the event, not in it. */
  TraceHeader?: string;
}

/** Event as rules and targets get it. */
export interface EventEnvelope {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  /** ISO, without milliseconds. */
  time: string;
  region: string;
  resources: string[];
  detail: Record<string, unknown>;
}

interface RefusedEntry {
  ErrorCode: string;
  ErrorMessage: string;
}

/** Returns the reason why EventBridge would reject the whole request; undefined when it would not. */
export function checkPutEventsRequest(entries: unknown): string | undefined {
  if (!Array.isArray(entries) || entries.length === 0) return 'Entries must hold at least one entry.';
  if (entries.length > MAX_ENTRIES) return `Entries must hold at most ${MAX_ENTRIES} entries.`;
  const totalBytes = (entries as PutEventsEntry[]).reduce((sum, entry) => sum + entryBytes(entry), 0);
  return totalBytes > MAX_TOTAL_BYTES
    ? 'Total size of the entries in the request is over the limit.'
    : undefined;
}

function entryBytes({ Source, DetailType, Detail, Resources = [], Time }: PutEventsEntry): number {
  const texts = [Source, DetailType, Detail, ...Resources].map((text = '') => Buffer.byteLength(text));
  return texts.reduce((sum, bytes) => sum + bytes, Time === undefined ? 0 : TIME_BYTES);
}

/** Makes an event of an entry, or returns the reason why EventBridge would reject it. */
export function toEventEnvelope(
  entry: PutEventsEntry,
  options: { id: string; now: Date },
): EventEnvelope | RefusedEntry {
  const { Source: source = '', DetailType: detailType = '', Detail: text = '' } = entry;
  const [missing] = Object.entries({ Source: source, DetailType: detailType, Detail: text }).find(
    ([, value]) => value === '',
  ) ?? [undefined];
  if (missing !== undefined) {
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  }
  const detail = parseObject(text);
  if (detail === undefined) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  const time = entry.Time === undefined ? options.now : new Date(entry.Time * 1000);
  return {
    version: '0',
    id: options.id,
    'detail-type': detailType,
    source,
    account: LOCAL_ACCOUNT_ID,
    time: time.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region: LOCAL_REGION,
    resources: entry.Resources ?? [],
    detail,
  };
}
