import {
  createFunctionRuntime,
  FunctionTimeoutError,
  type LocalFunction,
  PayloadTooLargeError,
  readFunctions,
} from '../../../../lib/local/function-runtime';
import { setLocalReferences, Template } from '../../../../lib/local/template';

const FUNCTION: LocalFunction = {
  logicalId: 'F',
  name: 'f',
  arn: 'arn:aws:lambda:us-east-1:000000000000:function:f',
  entry: 'functions/f.ts',
  timeoutMs: 1_000,
  memoryMb: 256,
};
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

const runtimeOf = (handler: unknown, target: LocalFunction = FUNCTION) =>
  createFunctionRuntime([target], async () => ({ handler }));

test('functions are read off the template; those without an entry are left out', () => {
  const template = new Template({
    Resources: {
      Send: {
        Type: 'AWS::Lambda::Function',
        Properties: { Timeout: 29, MemorySize: 512 },
        Metadata: { entry: 'functions/http/send-message.ts' },
      },
      Plain: { Type: 'AWS::Lambda::Function', Metadata: { entry: 'functions/plain.ts' } },
      EmptiesBuckets: { Type: 'AWS::Lambda::Function' },
    },
  });
  setLocalReferences(template, { baseUrl: '', sqs: '' });

  expect(readFunctions(template)).toEqual([
    {
      logicalId: 'Send',
      name: 'Send',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:Send',
      entry: 'functions/http/send-message.ts',
      timeoutMs: 29_000,
      memoryMb: 512,
    },
    {
      logicalId: 'Plain',
      name: 'Plain',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:Plain',
      entry: 'functions/plain.ts',
      timeoutMs: 3_000,
      memoryMb: 128,
    },
  ]);
});

describe('invoke', () => {
  test('hands over a copy of the event as JSON, and answers with a copy as JSON', async () => {
    const received: unknown[] = [];
    const runtime = runtimeOf((event: unknown) => {
      received.push(event);
      return { at: new Date('2026-01-02T03:04:05.678Z'), gone: undefined };
    });

    const answer = await runtime.invoke('F', { when: new Date(0), nothing: undefined });

    expect([received, answer]).toEqual([
      [{ when: '1970-01-01T00:00:00.000Z' }],
      { at: '2026-01-02T03:04:05.678Z' },
    ]);
  });

  test('gives the handler a context of its function', async () => {
    let context: Record<string, unknown> = {};
    const runtime = runtimeOf((_event: unknown, given: Record<string, unknown>) => {
      context = given;
    });

    await runtime.invoke('F', {});

    const { awsRequestId, getRemainingTimeInMillis, ...rest } = context;
    expect(rest).toEqual({
      functionName: 'f',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f',
      memoryLimitInMB: '256',
      logGroupName: '/aws/lambda/f',
      logStreamName: 'local',
      callbackWaitsForEmptyEventLoop: true,
    });
    expect(awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    const remainingMs = (getRemainingTimeInMillis as () => number)();
    expect(remainingMs > 500 && remainingMs <= 1_000).toBe(true);
  });

  test('answers null where the handler answers nothing', async () => {
    expect(await runtimeOf(() => undefined).invoke('F', {})).toBeNull();
  });

  test('throws what the handler throws, at once or later', async () => {
    const atOnce = runtimeOf(() => {
      throw new Error('at once');
    });
    const later = runtimeOf(async () => {
      throw new Error('later');
    });

    await expect(atOnce.invoke('F', {})).rejects.toThrow('at once');
    await expect(later.invoke('F', {})).rejects.toThrow('later');
  });

  test('gives up after the timeout of the function', async () => {
    const runtime = runtimeOf(() => new Promise(() => undefined), { ...FUNCTION, timeoutMs: 20 });

    await expect(runtime.invoke('F', {})).rejects.toThrow(
      new FunctionTimeoutError('f did not answer in time'),
    );
    expect(runtime.running).toBe(1);
  });

  test.each([
    ['at the limit', 0, true],
    ['a byte over the limit', 1, false],
  ])('an event %s is taken or refused', async (_what, over, isTaken) => {
    const event = 'x'.repeat(MAX_PAYLOAD_BYTES - 2 + over);

    const outcome = await runtimeOf(() => 'taken')
      .invoke('F', event)
      .catch((error: unknown) => error);

    expect(outcome).toEqual(isTaken ? 'taken' : new PayloadTooLargeError('request'));
  });

  test.each([
    ['at the limit', 0, true],
    ['a byte over the limit', 1, false],
  ])('an answer %s is taken or refused', async (_what, over, isTaken) => {
    // An umlaut has two bytes: the limit is not in characters.
    const answer = 'ä'.repeat((MAX_PAYLOAD_BYTES - 2) / 2) + 'x'.repeat(over);

    const outcome = await runtimeOf(() => answer)
      .invoke('F', {})
      .then(() => 'taken')
      .catch((error: unknown) => error);

    expect(outcome).toEqual(isTaken ? 'taken' : new PayloadTooLargeError('response'));
  });

  test('tells listeners of every end', async () => {
    let ends = 0;
    const runtime = runtimeOf((event: string) => {
      if (event === 'fail') throw new Error('failed');
    });
    runtime.onEnd(() => ends++);

    await runtime.invoke('F', 'succeed');
    await runtime.invoke('F', 'fail').catch(() => undefined);

    expect([ends, runtime.running]).toEqual([2, 0]);
  });

  test('refuses a function that is not there', async () => {
    await expect(runtimeOf(() => 1).invoke('G', {})).rejects.toThrow('There is no function G');
  });
});

describe('loading', () => {
  test('a module is loaded once, at the first need', async () => {
    const loads: string[] = [];
    const runtime = createFunctionRuntime([FUNCTION], async (entry) => {
      loads.push(entry);
      return { handler: () => 'answer' };
    });

    await Promise.all([runtime.load('F'), runtime.invoke('F', {}), runtime.invoke('F', {})]);

    expect(loads).toEqual(['functions/f.ts']);
  });

  test('a module that failed to load is loaded again at the next call', async () => {
    let loads = 0;
    const runtime = createFunctionRuntime([FUNCTION], async () => {
      loads++;
      if (loads === 1) throw new Error('no such module');
      return { handler: () => 'answer' };
    });

    await expect(runtime.invoke('F', {})).rejects.toThrow('no such module');
    expect(await runtime.invoke('F', {})).toBe('answer');
  });

  test('a module without handler is refused', async () => {
    await expect(runtimeOf(undefined).load('F')).rejects.toThrow(
      'functions/f.ts exports no function "handler"',
    );
  });
});
