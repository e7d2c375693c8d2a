import { handler as sweep } from '../../../../functions/workers/sweep';
import { getPlatform } from '../../../../shared/platform/platform';
import { contactKey, type DueKind } from '../../../../shared/platform/store/keys';
import { wrappedTable } from '../../../support/faults/faulty-client';
import { takeEntries } from '../../../support/log-privacy/log-lines';
import { createMarkedWorld, type MarkedWorld } from '../../../support/log-privacy/marked-world';
import { markedWork } from '../../../support/log-privacy/marked-work';
import { markedPhone } from '../../../support/log-privacy/marks';

const CONTEXT = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => 60_000 } as never;
const KINDS: DueKind[] = [
  'OUTBOX',
  'MESSAGE',
  'OPT_OUT',
  'JOB',
  'ERASURE',
  'IMPORT',
  'EXPORT',
  'DELIVERY',
  'TRANSFER',
  'CAMPAIGN',
  'EVENT',
];

let world: MarkedWorld;
beforeAll(async () => {
  world = await createMarkedWorld();
});
afterAll(() => world.stop());

/**
 * Runs the timer's function while queries of due items of some kinds fail.
 *
 * @returns the kinds that it queried, and the outcome
 */
async function sweepWithout(refused: DueKind[]): Promise<{ lookedFor: DueKind[]; outcome: string }> {
  const platform = getPlatform();
  const { table: usual } = platform;
  const lookedFor = new Set<DueKind>();
  const table = wrappedTable(world.documents, usual.name, (send) => async (command, ...rest) => {
    const { input } = command as { input: { ExpressionAttributeValues?: Record<string, string> } };
    const partition = input.ExpressionAttributeValues?.[':pk'] ?? '';
    const kind = KINDS.find((one) => partition.startsWith(`DUE#${one}#`));
    if (kind !== undefined && ':now' in (input.ExpressionAttributeValues ?? {})) lookedFor.add(kind);
    if (kind !== undefined && refused.includes(kind)) throw new Error('Throttled');
    return send(command, ...rest);
  });
  Object.assign(platform, { table });
  takeEntries(world);
  try {
    const outcome = await sweep({}, CONTEXT).then(
      () => 'succeeded',
      (error: Error) => error.name,
    );
    return { lookedFor: [...lookedFor], outcome };
  } finally {
    Object.assign(platform, { table: usual });
  }
}

const errors = () => takeEntries(world).filter(({ level }) => level === 'ERROR');

it('looks for work of every kind', async () => {
  expect(await sweepWithout([])).toEqual({ lookedFor: KINDS, outcome: 'succeeded' });
});

it.each(KINDS)(
  'looks for all other work when the search for %s fails, and fails after that',
  async (kind) => {
    const { lookedFor, outcome } = await sweepWithout([kind]);
    expect([...lookedFor].sort()).toEqual([...KINDS].sort());
    expect(outcome).toBe('InvocationFailedError');
    expect(errors()).not.toEqual([]);
  },
);

it('continues an interrupted opt-out although the search for overdue outbox items fails', async () => {
  await markedWork(world).sweep?.event(1);
  const key = contactKey(world.accountId, markedPhone(99));
  expect((await world.deps.table.get(key))?.memberships).not.toEqual({});
  await sweepWithout(['OUTBOX']);
  expect((await world.deps.table.get(key))?.memberships).toEqual({});
});
