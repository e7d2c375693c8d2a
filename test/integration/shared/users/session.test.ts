import type { Clock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import {
  findSession,
  hashToken,
  isSessionOf,
  startSession,
  touchSession,
} from '../../../../shared/users/session';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();
let nowMs: number;
const clock: Clock = { now: () => new Date(nowMs) };
const deps = () => ({ table: engine.table, clock, ids: createIds(clock) });
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => {
  nowMs = START_MS;
});

async function visit(token: string): Promise<boolean> {
  const session = await findSession(deps(), token);
  if (session) await touchSession(deps(), { token, session });
  return session !== undefined;
}

it('is stored under the hash of its token, which has 256 bits', async () => {
  const token = await startSession(deps(), 'usr_1');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { items } = await engine.table.scanPage({});
  expect(items).toEqual([
    {
      pk: `SESSION#${hashToken(token)}`,
      sk: 'SESSION',
      entity: 'session',
      userId: 'usr_1',
      createdAt: '2026-03-01T12:00:00.000Z',
      lastSeenAt: '2026-03-01T12:00:00.000Z',
      expiresAtEpochSeconds: (START_MS + 24 * HOUR_MS) / 1000,
    },
  ]);
});

it('ends eight hours after the last request', async () => {
  const token = await startSession(deps(), 'usr_1');
  nowMs = START_MS + 8 * HOUR_MS - 1;
  expect(await visit(token)).toBe(true);
  nowMs += 8 * HOUR_MS - 1;
  expect(await visit(token)).toBe(true);
  nowMs += 8 * HOUR_MS;
  expect(await visit(token)).toBe(false);
});

it('ends 24 hours after the sign-in, however busy it is', async () => {
  const token = await startSession(deps(), 'usr_1');
  for (const hours of [7, 14, 21]) {
    nowMs = START_MS + hours * HOUR_MS;
    expect(await visit(token)).toBe(true);
  }
  nowMs = START_MS + 24 * HOUR_MS - 1;
  expect(await visit(token)).toBe(true);
  nowMs += 1;
  expect(await visit(token)).toBe(false);
});

it('is written at most every five minutes', async () => {
  const token = await startSession(deps(), 'usr_1');
  const seenAt = async () => (await findSession(deps(), token))?.lastSeenAt;
  nowMs = START_MS + 5 * MINUTE_MS - 1;
  await visit(token);
  expect(await seenAt()).toBe('2026-03-01T12:00:00.000Z');
  nowMs += 1;
  await visit(token);
  expect(await seenAt()).toBe('2026-03-01T12:05:00.000Z');
});

it('is over for a user who was signed out everywhere at or after its beginning', async () => {
  const session = await findSession(deps(), await startSession(deps(), 'usr_1'));
  if (!session) throw new Error('No session');
  const user = {
    id: 'usr_1',
    email: 'a@example.com',
    isOperator: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const signedOutAt = (at: string) => isSessionOf(session, { ...user, signedOutAt: at });
  expect([
    isSessionOf(session, user),
    isSessionOf(session, { ...user, id: 'usr_2' }),
    signedOutAt('2026-03-01T11:59:59.999Z'),
    signedOutAt('2026-03-01T12:00:00.000Z'),
  ]).toEqual([true, false, true, false]);
});
