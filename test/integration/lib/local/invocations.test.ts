import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { startInvocations } from '../../../../lib/local/invocations';
import type { LoopbackServer } from '../../../../lib/local/loopback-server';
import { createQuietLog } from '../../../support/logs/quiet-log';

let server: LoopbackServer;
let lambda: LambdaClient;
const log = createQuietLog();
const invoke = jest.fn<Promise<unknown>, [string, unknown]>();

beforeAll(async () => {
  const target = {
    logicalId: 'WakeDue123',
    name: 'sweep',
    arn: '',
    entry: '',
    timeoutMs: 1,
    memoryMb: 128,
  };
  server = await startInvocations({ functions: [target], invoke, log, accessKeyId: 'local' });
  lambda = new LambdaClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});
beforeEach(() => void invoke.mockReset());
afterAll(async () => {
  lambda.destroy();
  await server.stop();
});

const call = (FunctionName: string, Payload?: string) =>
  lambda.send(new InvokeCommand({ FunctionName, ...(Payload !== undefined && { Payload }) }));
const textOf = (payload: Uint8Array | undefined) => Buffer.from(payload ?? []).toString('utf8');

it('calls a function by its name, and answers with what it returns', async () => {
  invoke.mockResolvedValue({ done: 2 });
  const { StatusCode: status, FunctionError: failure, Payload: payload } = await call('sweep', '{"a":1}');
  expect([status, failure, textOf(payload)]).toEqual([200, undefined, '{"done":2}']);
  expect(invoke.mock.calls).toEqual([['WakeDue123', { a: 1 }]]);
});

it('calls it with an empty event when there is no payload', async () => {
  invoke.mockResolvedValue(null);
  expect(textOf((await call('sweep')).Payload)).toBe('null');
  expect(invoke.mock.calls).toEqual([['WakeDue123', {}]]);
});

it('says as Lambda does that the function threw', async () => {
  invoke.mockRejectedValue(new RangeError('too far'));
  const { StatusCode: status, FunctionError: failure, Payload: payload } = await call('sweep', '{}');
  expect([status, failure]).toEqual([200, 'Unhandled']);
  expect(JSON.parse(textOf(payload))).toEqual({ errorType: 'RangeError', errorMessage: 'too far' });
});

it('knows no other function, and takes no payload but JSON', async () => {
  await expect(call('wake', '{}')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(call('sweep', '{')).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  expect(invoke).not.toHaveBeenCalled();
});
