import { LambdaModel } from './lambda-model';
import { limitsOf } from './limits';
import { QueueModel } from './queue-model';
import { FUNCTION, newSimulation, useSimulatedTime } from './use-simulation';

useSimulatedTime();

describe('the model of a queue', () => {
  it('hands over batches, shows again what failed, and never takes more at once than its source may', async () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1 });
    const lambda = new LambdaModel({ simulation, limits, functions: [FUNCTION], hasReservations: true });
    const seen: string[] = [];
    let [atOnce, most] = [0, 0];
    const queue = new QueueModel({
      ...{ name: 'q', simulation, limits, lambda },
      consumer: {
        ...FUNCTION,
        ...{ batchSize: 2, maxConcurrency: 2 },
        consume: async (records) => {
          most = Math.max(most, ++atOnce);
          await simulation.sleep(100);
          atOnce -= 1;
          const failed = records.filter(({ body }) => body === '"bad"' && !seen.includes(body));
          seen.push(...records.map(({ body }) => body));
          return failed.map(({ messageId }) => messageId);
        },
      },
    });
    for (const body of ['a', 'b', 'c', 'd', 'e', 'bad']) queue.send({ body });
    await simulation.run();
    expect([...seen].sort()).toEqual(['"a"', '"b"', '"bad"', '"bad"', '"c"', '"d"', '"e"']);
    expect([most, queue.depth, queue.usage.sent]).toEqual([2, 0, 6]);
  });

  it('counts what failed as hidden until it is shown again, with its wait', async () => {
    const simulation = newSimulation();
    const limits = limitsOf({ scale: 1 });
    const lambda = new LambdaModel({ simulation, limits, functions: [FUNCTION], hasReservations: true });
    let isDead = true;
    const queue = new QueueModel({
      ...{ name: 'q', simulation, limits, lambda },
      consumer: {
        ...{ ...FUNCTION, batchSize: 1, maxConcurrency: 2 },
        consume: async () => (isDead ? 'all' : []),
      },
    });
    queue.send({ body: 'a' });
    const seen: Array<[hidden: number, waitSeconds: number]> = [];
    simulation.after(300_000, () => {
      seen.push([queue.hiddenCount, queue.oldestWaitSeconds]);
      isDead = false;
    });
    await simulation.run();
    expect(seen).toEqual([[1, 300]]);
    // Six times the timeout of the function, and what a delivery takes.
    expect([queue.hiddenCount, queue.oldestWaitSeconds]).toEqual([0, 0]);
    expect(simulation.elapsed).toBeGreaterThan(360_000);
  });
});
