import { readConfig } from '../../../../shared/platform/internal/config';
import { withLogContext } from '../../../../shared/platform/observability/log';
import { sendInPages } from '../../../../shared/platform/queues/internal/send-in-pages';
import { sqsBody } from '../../../../shared/platform/queues/sqs-body';
import {
  continueTrace,
  continueTraces,
  currentTrace,
  traceCall,
  traceparentOf,
} from '../../../../shared/platform/observability/tracing';
import { type HiddenMessage, showAgainSoon } from '../../../../shared/platform/queues/visibility';
import { waitFor } from '../../../support/run/wait-for';
import { startXrayDaemon, type XrayDaemon } from '../../../support/aws/xray-daemon';

const BASE = { TABLE_NAME: 'table', BASE_URL: 'https://api.example/' };
const provider = (environment: Record<string, string>) => readConfig({ ...BASE, ...environment }).provider();

describe("the provider's settings", () => {
  it('are the address of the simulator', () => {
    expect(provider({ PROVIDER: 'simulator', SIMULATOR_URL: 'http://127.0.0.1:1' })).toEqual({
      name: 'simulator',
      simulatorUrl: 'http://127.0.0.1:1',
    });
  });

  it('are those of End User Messaging', () => {
    const environment = {
      PROVIDER: 'eum',
      EUM_CONFIGURATION_SET: 'our-set',
      EUM_MESSAGE_TYPE: 'TRANSACTIONAL',
      MEDIA_BUCKET: 'media',
    };
    expect(provider(environment)).toEqual({
      name: 'eum',
      configurationSet: 'our-set',
      messageType: 'TRANSACTIONAL',
      mediaBucket: 'media',
    });
  });

  it('may leave out the configuration set and the message type', () => {
    expect(provider({ PROVIDER: 'eum', MEDIA_BUCKET: 'media', EUM_CONFIGURATION_SET: '' })).toEqual({
      name: 'eum',
      configurationSet: undefined,
      messageType: undefined,
      mediaBucket: 'media',
    });
  });

  it.each([
    [{}, 'The environment variable PROVIDER is not set'],
    [{ PROVIDER: 'fax' }, 'PROVIDER is "fax": expected simulator or eum'],
    [{ PROVIDER: 'simulator' }, 'The environment variable SIMULATOR_URL is not set'],
    [{ PROVIDER: 'eum' }, 'The environment variable MEDIA_BUCKET is not set'],
    [
      { PROVIDER: 'eum', MEDIA_BUCKET: 'm', EUM_MESSAGE_TYPE: 'LOUD' },
      'EUM_MESSAGE_TYPE is "LOUD": expected TRANSACTIONAL or PROMOTIONAL',
    ],
  ])('are refused when wrong: %j', (environment: Record<string, string>, message) => {
    expect(() => provider(environment)).toThrow(new Error(message));
  });

  it('are not needed by a function that sends nothing', () => {
    expect(readConfig({ ...BASE, PROVIDER: 'eum' })).toMatchObject({
      tableName: 'table',
      baseUrl: 'https://api.example',
    });
  });
});

describe('whether STOP and HELP are answered', () => {
  const read = (environment: Record<string, string>) =>
    readConfig({ ...BASE, ...environment }).keywordReplies();

  it.each(['on', 'off'])('is %s', (answer) => {
    expect(read({ KEYWORD_REPLIES: answer })).toBe(answer);
  });

  it('must be said', () => {
    expect(() => read({})).toThrow(new Error('The environment variable KEYWORD_REPLIES is not set'));
    expect(() => read({ KEYWORD_REPLIES: 'yes' })).toThrow(
      new Error('KEYWORD_REPLIES is "yes": expected on or off'),
    );
  });
});

describe('tracing', () => {
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
      expect(segments.map(({ trace_id: traceId }) => traceId)).toEqual([
        TRACE,
        TRACE.replace('0123', 'ffff'),
      ]);
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
});

const ARN = 'arn:aws:sqs:us-east-1:123456789012:Receipts';

function recordsReceived(...times: number[]) {
  return times.map((count, index) => ({
    receiptHandle: `handle-${index}`,
    eventSourceARN: ARN,
    attributes: { ApproximateReceiveCount: String(count) } as never,
  }));
}

async function changesFor(failed: Parameters<typeof showAgainSoon>[1]) {
  const changes: Array<[string, HiddenMessage[]]> = [];
  await showAgainSoon({ change: async (arn, messages) => void changes.push([arn, messages]) }, failed);
  return changes;
}

describe('items that are sent in pages', () => {
  const items = Array.from({ length: 95 }, (_, index) => index);

  const pausesMs: number[] = [];
  const pause = async (ms: number) => void pausesMs.push(ms);
  beforeEach(() => void pausesMs.splice(0));

  it('go ten to a call, eight calls at a time', async () => {
    const pages: number[][] = [];
    let underWay = 0;
    let most = 0;
    const send = async (page: number[]) => {
      pages.push(page);
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return [];
    };
    expect(await sendInPages(items, { send })).toEqual([]);
    expect(pages.map(({ length }) => length)).toEqual([...Array.from({ length: 9 }, () => 10), 5]);
    expect(pages.flat()).toEqual(items);
    expect(most).toBe(8);
  });

  it('go 256 KB to a call, and one that is larger goes alone', async () => {
    const KB = 1024;
    const sizes = [128 * KB, 128 * KB, 1, 300 * KB, 2, 256 * KB - 2];
    const pages: number[][] = [];
    const send = async (page: number[]) => {
      pages.push(page);
      return [];
    };
    await sendInPages(sizes, { send, bytesOf: (size) => size });
    expect(pages).toEqual([[128 * KB, 128 * KB], [1], [300 * KB], [2, 256 * KB - 2]]);
  });

  it('fail one by one, or with the call that failed, in order', async () => {
    const refuse = (...positions: number[]) =>
      positions.map((position) => ({ position, isTransient: false }));
    const failed = await sendInPages(items, {
      pause,
      send: async (page) => {
        if (page[0] === 10) throw new Error('Gone');
        return page[0] === 30 ? refuse(2, 5) : page[0] === 0 ? refuse(9) : [];
      },
    });
    expect(failed).toEqual([9, ...Array.from({ length: 10 }, (_, index) => 10 + index), 32, 35]);
    expect(pausesMs).toEqual([]);
  });

  it('go again up to twice, those alone that were refused for the moment', async () => {
    const calls: number[][] = [];
    const failed = await sendInPages(items.slice(0, 10), {
      pause,
      send: async (page) => {
        calls.push(page);
        // 2 is accepted at once, 3 at the third call, 7 never; 5 is refused for good.
        return page.flatMap((item, position) =>
          item === 7 || item === 5 || (item === 3 && calls.length < 3)
            ? [{ position, isTransient: item !== 5 }]
            : [],
        );
      },
    });
    expect(failed.sort()).toEqual([5, 7]);
    expect(calls).toEqual([items.slice(0, 10), [3, 7], [3, 7]]);
    expect(pausesMs).toHaveLength(2);
    expect(pausesMs[0]).toBeGreaterThanOrEqual(50);
    expect(pausesMs[1]).toBeLessThanOrEqual(400);
  });

  it('count as accepted when the call fails that repeats others of their page', async () => {
    let calls = 0;
    const failed = await sendInPages(items.slice(0, 10), {
      pause,
      send: async () => {
        if (++calls > 1) throw new Error('Gone');
        return [{ position: 4, isTransient: true }];
      },
    });
    expect([failed, calls]).toEqual([[4], 2]);
  });

  it('fail with an error when no call went through', async () => {
    const send = async () => Promise.reject(new Error('Gone'));
    await expect(sendInPages(items, { send })).rejects.toThrow('Gone');
    expect(await sendInPages([], { send })).toEqual([]);
  });
});

describe('records that failed', () => {
  it('are shown again later after each of their first six failures, and then as their queue says', async () => {
    expect(await changesFor(recordsReceived(1, 2, 3, 6, 7, 16))).toEqual([
      [
        ARN,
        [
          { receiptHandle: 'handle-0', seconds: 2 },
          { receiptHandle: 'handle-1', seconds: 4 },
          { receiptHandle: 'handle-2', seconds: 8 },
          { receiptHandle: 'handle-3', seconds: 60 },
        ],
      ],
    ]);
  });

  it('are changed ten at a time, as SQS takes them', async () => {
    const changes = await changesFor(recordsReceived(...Array.from({ length: 23 }, () => 1)));
    expect(changes.map(([, messages]) => messages.length)).toEqual([10, 10, 3]);
  });

  it('ask nothing of SQS when there are none, or none of them was received so few times', async () => {
    expect(await changesFor([])).toEqual([]);
    expect(await changesFor(recordsReceived(7))).toEqual([]);
  });
});

describe('sqs body', () => {
  it('writes JSON in ASCII, and changes nothing of what it says', () => {
    const said = { text: 'Ünï 世 \u{1f600} "quoted" \\ \n', '\u{1f389}': ['\u2028', 1] };
    const body = sqsBody(JSON.stringify(said));
    expect(body).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(body)).toEqual(said);
  });

  it('leaves a text that is no JSON as it is', () => {
    expect(sqsBody('no {JSON} \u{1f600}')).toBe('no {JSON} \u{1f600}');
  });
});
