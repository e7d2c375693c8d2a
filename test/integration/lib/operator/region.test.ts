import { useOperator } from './operator-fixture';

const operator = useOperator();

const enter = (side: 'first' | 'second' | undefined) =>
  operator.describeService({ environment: side === undefined ? {} : { REGION_SIDE: side } });

afterEach(() => {
  delete process.env.REGION_SIDE;
});

it('says that a stage has one region', async () => {
  enter(undefined);
  expect(await operator.run('region', 'show')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The stack has one region.') as string,
  });
});

it('takes over from a region that was paused and followed, or that is lost', async () => {
  enter('second');
  expect(await operator.json('region', 'show')).toMatchObject({
    ...{ side: 'second', duty: 'standby', active: 'first' },
  });
  expect((await operator.run('region', 'take-over', '--yes')).stderr).toContain(
    'The other region has not been handed over: sending is not paused',
  );
  await operator.run('pause', '--yes');
  expect((await operator.run('region', 'take-over', '--yes')).stderr).toContain(
    'sending has not been paused for 2 minutes',
  );
  const dry = await operator.json('region', 'take-over', '--lost', '--dry-run', '--yes');
  expect(dry).toMatchObject({ side: 'second', isLost: true, isDryRun: true, messages: 0 });
  expect(await operator.json('region', 'show')).toMatchObject({ duty: 'standby' });
  const taken = await operator.run('region', 'take-over', '--lost', '--yes');
  expect(taken).toMatchObject({ exitCode: 0, stderr: '' });
  expect(taken.stdout).toContain('The second region is active.');
  expect(await operator.json('region', 'show')).toMatchObject({ duty: 'active', active: 'second' });
  const changes = await operator.json<Array<Record<string, unknown>>>('audit', 'list');
  expect(changes).toContainEqual(
    expect.objectContaining({
      action: 'region take-over',
      outcome: 'done',
      changes: [{ what: 'activeRegion', from: 'first', to: 'second' }],
    }),
  );
});

it('asks for --yes without a terminal, and for all of a log', async () => {
  enter('second');
  expect((await operator.run('region', 'take-over', '--lost')).stderr).toContain('confirm it with --yes');
  expect(
    (await operator.run('region', 'take-over', '--lost', '--yes', '--log-bucket', 'b')).stderr,
  ).toContain('A log takes --lost, --log-bucket, --log-region and --since.');
});

it('adds a number that the second region has, and sends from it only there', async () => {
  enter('first');
  const account = await operator.createAccount();
  const number = ['--account', account, '--number', '+12065550177'];
  await operator.json('number', 'add', ...number, '--region', 'second');
  const { isActiveHere } = await import('../../../../shared/senders/number');
  const item = (await operator.scan()).find(({ sk }) => sk === 'NUMBER#+12065550177');
  const stored = { status: 'Active', region: item?.region as 'second' } as const;
  expect(stored.region).toBe('second');
  expect(isActiveHere(stored)).toBe(false);
  process.env.REGION_SIDE = 'second';
  expect(isActiveHere(stored)).toBe(true);
  delete process.env.REGION_SIDE;
  expect(isActiveHere(stored)).toBe(true);
});
