import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { CLIENTS, HANDLERS } from './cpu-figures';
import { CpuModel, sizeOf } from './cpu-model';
import { createDynamoDbModel } from './dynamodb-model';
import { LambdaModel } from './lambda-model';
import { limitsOf } from './limits';
import { FUNCTION, newSimulation, useSimulatedTime } from './use-simulation';

useSimulatedTime();

/** Function with half of a core. */
const HALF = { ...FUNCTION, memoryMb: 884.5 };

function lambdaOf(simulation = newSimulation()) {
  const limits = limitsOf({ scale: 1, changes: { coldStartMs: 0 } });
  const functions = [FUNCTION];
  return { simulation, lambda: new LambdaModel({ simulation, limits, functions, hasReservations: true }) };
}

describe("an instance's processor", () => {
  it.each([
    ['a whole core', 1_769, 100],
    ['half of a core', 884.5, 200],
    ['more than a core, which JavaScript cannot use', 3_538, 100],
  ])('does work in the time of its share: %s', async (_, memoryMb, ms) => {
    const { simulation, lambda } = lambdaOf();
    const of = { ...FUNCTION, memoryMb };
    const answered = lambda.invoke(of, async () => void lambda.work(100));
    await simulation.run();
    expect(await answered).toEqual({ state: 'ended', value: undefined });
    expect(simulation.elapsed).toBeCloseTo(ms);
    expect(lambda.usage.gbSeconds).toBeCloseTo((ms / 1_000) * (memoryMb / 1_024));
  });

  it('does the work of calls that are made at once one after another', async () => {
    const { simulation, lambda } = lambdaOf();
    const sentAtMs: number[] = [];
    const call = async () =>
      simulation.call('call', lambda.work(10) + 5, async () => void sentAtMs.push(simulation.elapsed));
    void lambda.invoke(HALF, async () => Promise.all(Array.from({ length: 20 }, call)));
    await simulation.run();
    expect(sentAtMs).toEqual(Array.from({ length: 20 }, (_, index) => 20 * (index + 1) + 5));
  });

  it('is not shared with other instances, and does nothing outside of functions', async () => {
    const { simulation, lambda } = lambdaOf();
    const invoke = async () => lambda.invoke(HALF, async () => void lambda.work(10));
    const answered = Promise.all([invoke(), invoke()]);
    expect(lambda.work(10)).toBe(0);
    await simulation.run();
    await answered;
    expect(simulation.elapsed).toBe(20);
  });

  it('has nothing left to do from the invocation before', async () => {
    const { simulation, lambda } = lambdaOf();
    const waits: number[] = [];
    for (let count = 0; count < 2; count++) {
      void lambda.invoke(HALF, async () => void waits.push(lambda.work(10)));
      await simulation.run();
    }
    expect(waits).toEqual([20, 20]);
  });

  it('does not answer before the deadline that it has worked past', async () => {
    const { simulation, lambda } = lambdaOf();
    const answered = lambda.invoke(HALF, async () => void lambda.work(1_000 * HALF.timeoutSeconds));
    await simulation.run();
    expect(await answered).toEqual({ state: 'dead' });
    expect(simulation.elapsed).toBe(1_000 * HALF.timeoutSeconds);
  });
});

describe('the work of a function', () => {
  const NAME = 'functions/http/preview-segment.ts';

  it('is that of its handler and of its clients', async () => {
    const { simulation, lambda } = lambdaOf();
    const cpu = new CpuModel(lambda);
    void lambda.invoke({ ...FUNCTION, name: NAME, memoryMb: 1_769 }, async () => {
      cpu.handle('item', 1_000);
      cpu.call('queueCall', 3);
      cpu.handle('record');
    });
    await simulation.run();
    const itemUs = HANDLERS[NAME]?.item ?? 0;
    expect(itemUs).toBeGreaterThan(0);
    expect(simulation.elapsed).toBeCloseTo((1_000 * itemUs + 3 * CLIENTS.queueCall) / 1_000);
  });

  it('delays a call of the table by its request, and what comes after it by its answer', async () => {
    const { simulation, lambda } = lambdaOf();
    const cpu = new CpuModel(lambda);
    const Item = { pk: 'A#1', sk: 'A', text: 'x'.repeat(10_240) };
    const limits = limitsOf({ scale: 1, changes: { readMedianMs: 5, readP99Ms: 5, coldStartMs: 0 } });
    const { client } = createDynamoDbModel({
      ...{ simulation, limits, cpu, onWritten: () => undefined },
      send: async () => ({ Item, ConsumedCapacity: { CapacityUnits: 0.5 } }),
    });
    const get = new GetCommand({ TableName: 'T', Key: { pk: 'A#1', sk: 'A' } });
    let [answeredAtMs, freeInMs] = [0, 0];
    const name = 'functions/workers/send-chunk.ts';
    void lambda.invoke({ ...FUNCTION, name, memoryMb: 1_769 }, async () => {
      await client.send(get);
      [answeredAtMs, freeInMs] = [simulation.elapsed, lambda.work(0)];
    });
    await simulation.run();
    expect(answeredAtMs).toBeGreaterThan(5 + CLIENTS.tableCall / 1_000);
    expect(freeInMs).toBeGreaterThan((10 * CLIENTS.readKilobyte) / 1_000);
    expect(freeInMs).toBeLessThan((11 * CLIENTS.readKilobyte + 20 * CLIENTS.readValue) / 1_000);
  });

  it('is not guessed for a function without figures', async () => {
    const { simulation, lambda } = lambdaOf();
    const cpu = new CpuModel(lambda);
    const answered = lambda.invoke(FUNCTION, async () => void cpu.handle('invocation'));
    await simulation.run();
    const error = new Error('test/simulate/cpu-figures.ts has no figures of f');
    expect(await answered).toEqual({ state: 'failed', error });
  });

  it('takes some time of whatever has a figure', () => {
    const unknown = Object.entries({ ...CLIENTS, ...Object.fromEntries(figuresOfHandlers()) });
    expect(unknown.filter(([, us]) => !(us > 0)).map(([name]) => name)).toEqual([]);
  });
});

const figuresOfHandlers = () =>
  Object.entries(HANDLERS).flatMap(([name, figures]) =>
    Object.entries(figures).map(([work, us]): [string, number] => [`${name} ${work}`, us]),
  );

describe('the size of a request or an answer', () => {
  it('counts values and bytes', () => {
    const size = sizeOf({ pk: 'abcd', list: [1, 2], bytes: new Uint8Array(100), map: { a: null } });
    expect(size).toEqual({ values: 8, kilobytes: (2 + 4 + 4 + 5 + 100 + 3 + 1) / 1_024 });
  });
});
