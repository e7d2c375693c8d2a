import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { logContext } from './log';
import { sendSegment } from './trace-daemon';

/**
 * Place in a trace, in the form of X-Ray's header: `Root=1-…;Parent=…;Sampled=1`. It is stored with work that is passed
 * on through a queue or the table; the worker of that work continues the trace.
 */
export type TraceHeader = string;

interface Place {
  traceId: string;
  parentId: string;
}

/** Rule for whether a segment ended in a failure. */
interface SegmentEnd<Result> {
  /** Returns true for a result that is a failure; absent: only an exception is one. */
  isFault?: (result: Result) => boolean;
}

/** Attribute of SQS messages that carries the header. */
export const TRACE_ATTRIBUTE = 'AWSTraceHeader';

/** Returns the trace of an SQS message. */
export const traceOfRecord = (record: {
  attributes?: { AWSTraceHeader?: string | undefined };
}): TraceHeader | undefined => record.attributes?.[TRACE_ATTRIBUTE];

const TRACE_ID = /^1-([0-9a-f]{8})-[0-9a-f]{24}$/;
const SEGMENT_ID = /^[0-9a-f]{16}$/;
/**
 * Longest age of a trace: work that requeues itself, such as a campaign's, would otherwise be in one trace for weeks.
 */
const LONGEST_TRACE_SECONDS = 3600;

const places = new AsyncLocalStorage<TraceHeader>();

/** Returns the current place in the trace, for work that continues it; `undefined` when no trace is recorded. */
export function currentTrace(): TraceHeader | undefined {
  const header = places.getStore() ?? invocationTrace();
  return readPlace(header) && header;
}

/** Runs a call as a segment of the trace that was stored with its work. Without one the call runs untraced. */
export async function continueTrace<Result>(
  header: TraceHeader | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  return continueTraces([header], ([here]) => callAt(here, call));
}

/**
 * Runs a call as one segment of each trace, for work of several traces that is done together.
 *
 * @param call gets the new places in the order of `headers`, to store them with the work that it passes on
 */
export async function continueTraces<Result>(
  headers: ReadonlyArray<TraceHeader | undefined>,
  call: (here: Array<TraceHeader | undefined>) => Promise<Result>,
  end?: SegmentEnd<Result>,
): Promise<Result> {
  const { operation = 'messaging' } = logContext();
  return inSegments(
    headers.map((header) => openSegment(header, { name: String(operation) })),
    { call, end },
  );
}

/** Runs a call to another service as a subsegment of the current trace. */
export async function traceCall<Result>(
  name: string,
  call: () => Promise<Result>,
  end?: SegmentEnd<Result>,
): Promise<Result> {
  const segment = openSegment(currentTrace(), { name, type: 'subsegment', namespace: 'remote' });
  return inSegments([segment], { call: ([here]) => callAt(here, call), end });
}

/** Returns the place as W3C's header `traceparent`, for servers outside of AWS. */
export function traceparentOf(header: TraceHeader): string | undefined {
  const place = readPlace(header);
  if (!place) return undefined;
  const [, time, random] = place.traceId.split('-');
  return `00-${time}${random}-${place.parentId}-01`;
}

const callAt = <Result>(here: TraceHeader | undefined, call: () => Promise<Result>): Promise<Result> =>
  here === undefined ? call() : places.run(here, call);

interface SegmentFields {
  name: string;
  type?: 'subsegment';
  namespace?: 'remote';
}

interface Segment {
  header: TraceHeader;
  end(isFault: boolean): void;
}

async function inSegments<Result>(
  segments: Array<Segment | undefined>,
  {
    call,
    end,
  }: { call: (here: Array<TraceHeader | undefined>) => Promise<Result>; end: SegmentEnd<Result> | undefined },
): Promise<Result> {
  let isFault = true;
  try {
    const result = await call(segments.map((segment) => segment?.header));
    isFault = end?.isFault?.(result) ?? false;
    return result;
  } finally {
    for (const segment of segments) segment?.end(isFault);
  }
}

/**
 * Opens a segment. Its annotations are the fields of log lines, so that traces can be found by `messageId` and the
 * like.
 */
function openSegment(header: TraceHeader | undefined, fields: SegmentFields): Segment | undefined {
  const place = readPlace(header);
  if (!place) return undefined;
  const id = randomBytes(8).toString('hex');
  const startMs = Date.now();
  return {
    header: `Root=${place.traceId};Parent=${id};Sampled=1`,
    end: (isFault) =>
      sendSegment({
        ...fields,
        id,
        trace_id: place.traceId,
        parent_id: place.parentId,
        start_time: startMs / 1000,
        end_time: Date.now() / 1000,
        ...(isFault && { fault: true }),
        annotations: { ...logContext(), service: process.env.POWERTOOLS_SERVICE_NAME },
      }),
  };
}

const isTracing = (): boolean => process.env.TRACING === 'on';

/**
 * Reads the place from a header; `undefined` when the trace is not recorded, which X-Ray decides with its first
 * segment.
 */
function readPlace(header: TraceHeader | undefined): Place | undefined {
  if (header === undefined || !isTracing()) return undefined;
  const fields = new Map(header.split(';').map((pair) => pair.split('=', 2) as [string, string]));
  const [traceId = '', parentId = ''] = [fields.get('Root'), fields.get('Parent')];
  const [, startedAt] = TRACE_ID.exec(traceId) ?? [];
  if (fields.get('Sampled') !== '1' || startedAt === undefined || !SEGMENT_ID.test(parentId))
    return undefined;
  const ageSeconds = Date.now() / 1000 - parseInt(startedAt, 16);
  return ageSeconds > LONGEST_TRACE_SECONDS ? undefined : { traceId, parentId };
}

/**
 * Returns the header of the invocation. Lambda keeps it in a store of its own where invocations run side by side,
 * otherwise in the environment.
 */
function invocationTrace(): TraceHeader | undefined {
  const { awslambda } = globalThis as {
    awslambda?: { InvokeStore?: { getXRayTraceId?(): string | undefined } };
  };
  return awslambda?.InvokeStore?.getXRayTraceId?.() ?? process.env._X_AMZN_TRACE_ID;
}
