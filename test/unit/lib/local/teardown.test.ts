import { Teardown } from '../../../../lib/local/lifecycle';

test('steps run phase by phase, whatever order they were added in and whatever fails', async () => {
  const ran: string[] = [];
  const errors: unknown[] = [];
  const teardown = new Teardown();
  teardown.add('files', () => ran.push('files'));
  teardown.add('engine', () => ran.push('engine'));
  teardown.add('entrances', async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    ran.push('slow entrance');
  });
  teardown.add('entrances', () => {
    throw new Error('broken entrance');
  });
  teardown.add('cloud', () => ran.push('cloud'));

  await teardown.run((error) => errors.push(error));

  expect([ran, errors]).toEqual([
    ['slow entrance', 'cloud', 'engine', 'files'],
    [new Error('broken entrance')],
  ]);
});

test('a second run waits for the first and repeats nothing', async () => {
  let runs = 0;
  const teardown = new Teardown();
  teardown.add('files', () => runs++);

  await Promise.all([teardown.run(() => undefined), teardown.run(() => undefined)]);

  expect(runs).toBe(1);
});
