import { withLogContext } from '../../../../shared/platform/log';
import {
  continueTrace,
  continueTraces,
  currentTrace,
  traceCall,
  traceparentOf,
} from '../../../../shared/platform/tracing';
import { waitFor } from '../../../support/wait-for';
import { startXrayDaemon, type XrayDaemon } from '../../../support/xray-daemon';

const traceStartedAt = (ms: number) => `1-${Math.floor(ms / 1000).toString(16)}-0123456789abcdef01234567`;
const TRACE = traceStartedAt(Date.now());
const HEADER = `Root=${TRACE};Parent=53995c3f42cd8ad8;Sampled=1`;
const environment = { ...process.env };

let daemon: XrayDaemon;
beforeEach(async () => {
  daemon = await startXrayDaemon();
  Object.assign(process.env, { TRACING: 'on', AWS_XRAY_DAEMON_ADDRESS: daemon.address });
});
afterEach(async () => {
  process.env = { ...environment };
  await daemon.stop();
});

const received = (count: number) =>
  waitFor(() => (daemon.received.length >= count ? daemon.received : undefined));
const parentOf = (header: string | undefined) => /Parent=([^;]*)/.exec(header ?? '')?.[1];

describe('the trace that runs', () => {
  it('is that of the invocation, as Lambda says it', () => {
    process.env._X_AMZN_TRACE_ID = `${HEADER};Lineage=1:a87bd80c:0`;
    expect(currentTrace()).toBe(`${HEADER};Lineage=1:a87bd80c:0`);
  });

  it.each([
    ['is not recorded', HEADER.replace('Sampled=1', 'Sampled=0')],
    ['says nothing of recording', `Root=${TRACE}`],
    ['is no trace', 'Root=1-zz;Parent=zz;Sampled=1'],
    ['began over an hour ago', HEADER.replace(TRACE, traceStartedAt(Date.now() - 3_605_000))],
  ])('is none when it %s', async (_, header) => {
    process.env._X_AMZN_TRACE_ID = header;
    expect([currentTrace(), traceparentOf(header)]).toEqual([undefined, undefined]);
    expect(await continueTraces([header], async (here) => here)).toEqual([undefined]);
  });

  it('is none, and nothing is sent, when tracing is off', async () => {
    process.env._X_AMZN_TRACE_ID = HEADER;
    process.env.TRACING = 'off';
    const seen = await continueTrace(HEADER, () => traceCall('provider', async () => currentTrace()));
    process.env.TRACING = 'on';
    await continueTrace(HEADER, async () => undefined);
    expect(seen).toBeUndefined();
    // Any segment that was sent before would have arrived before it.
    expect(await received(1)).toHaveLength(1);
  });
});

describe('work that was handed over', () => {
  it('is a segment of its trace, and calls in it are subsegments', async () => {
    const places = await withLogContext({ operation: 'sendChunk', jobId: 'job_1' }, () =>
      continueTrace(HEADER, async () => [
        currentTrace(),
        await traceCall('provider', async () => currentTrace()),
      ]),
    );
    const [call, work] = await received(2);
    const time = expect.any(Number) as number;
    const common = { trace_id: TRACE, start_time: time, end_time: time };
    const annotations = { operation: 'sendChunk', jobId: 'job_1' };
    const [workId, callId] = places.map(parentOf);
    expect(work).toEqual({
      ...{ ...common, annotations },
      ...{ name: 'sendChunk', id: workId, parent_id: '53995c3f42cd8ad8' },
    });
    expect(call).toEqual({
      ...{ ...common, annotations },
      ...{ name: 'provider', id: callId, parent_id: workId, type: 'subsegment', namespace: 'remote' },
    });
  });

  it('is one segment in each of several traces when it is done together', async () => {
    const other = HEADER.replace('0123', 'ffff');
    const here = await continueTraces([HEADER, undefined, other], async (places) => places);
    const segments = await received(2);
    expect(segments.map(({ trace_id: traceId }) => traceId)).toEqual([TRACE, TRACE.replace('0123', 'ffff')]);
    expect(here.map(parentOf)).toEqual([segments[0]?.id, undefined, segments[1]?.id]);
  });

  it('says what failed, by what is thrown or by its result', async () => {
    const failing = continueTrace(HEADER, () => Promise.reject(new Error('no table')));
    await expect(failing).rejects.toThrow('no table');
    const isFault = (answer: string) => answer === 'refused';
    await continueTraces([HEADER], async () => 'refused', { isFault });
    await continueTraces([HEADER], async () => 'accepted', { isFault });
    expect((await received(3)).map(({ fault }) => fault)).toEqual([true, true, undefined]);
  });
});

it('writes a place as W3C does', () => {
  const [, time] = TRACE.split('-');
  expect(traceparentOf(HEADER)).toBe(`00-${time}0123456789abcdef01234567-53995c3f42cd8ad8-01`);
});
