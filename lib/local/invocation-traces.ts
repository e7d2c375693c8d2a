import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { sendSegment } from '../../shared/platform/observability/trace-daemon';
import type { RunAs } from './function-runtime';

const headers = new AsyncLocalStorage<string>();

/**
 * Traces all invocations, as Lambda does with active tracing: each begins a trace, which the function reads from
 * Lambda's store of invocations, and is reported as a segment of it.
 */
export function traceInvocations(runAs: RunAs): RunAs {
  if (process.env.TRACING !== 'on') return runAs;
  Object.assign(globalThis, { awslambda: { InvokeStore: { getXRayTraceId: () => headers.getStore() } } });
  return (logicalId, call) => {
    const startSeconds = Date.now() / 1000;
    const traceId = `1-${Math.floor(startSeconds).toString(16)}-${randomBytes(12).toString('hex')}`;
    const id = randomBytes(8).toString('hex');
    const result = headers.run(`Root=${traceId};Parent=${id};Sampled=1`, () => runAs(logicalId, call));
    const end = (fault: boolean) =>
      sendSegment({
        name: logicalId,
        origin: 'AWS::Lambda::Function',
        id,
        trace_id: traceId,
        start_time: startSeconds,
        end_time: Date.now() / 1000,
        ...(fault && { fault }),
      });
    void Promise.resolve(result).then(
      () => end(false),
      () => end(true),
    );
    return result;
  };
}
