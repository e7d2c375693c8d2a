import type { Answered, AskedText, Call, Opening } from './history';

/** History of one account, and whether an order of its calls explains it. */
interface Case {
  name: string;
  opening?: Partial<Opening>;
  calls: Made[];
  isLinearizable: boolean;
}

type WithoutPlace<One> = One extends Call ? Omit<One, 'account' | 'client'> : never;
type Made = WithoutPlace<Exclude<Call, { op: 'open' }>>;

const HELLO: AskedText = { to: '+12065550101', text: 'Hello', isRefused: false };
const OTHER: AskedText = { to: '+12065550102', text: 'Other', isRefused: false };
const REFUSED: AskedText = { to: '+15005550001', text: 'Refused', isRefused: true };
const SHORT: Answered = { status: 402, code: 33023 };
const IN_USE: Answered = { status: 409, code: 33104 };

const sent = (id: string, { to, text, isRefused }: AskedText): Answered => ({
  ...{ status: 201, isReplayed: false, id, state: isRefused ? 'failed' : 'sent', to, text },
});
const replayed = (id: string, text: AskedText): Answered => ({ ...sent(id, text), isReplayed: true });

/** Send from one moment to another, with a key unless it is empty; without an answer when it was lost. */
const send = (at: [number, number], key: string, input: AskedText, output?: Answered): Made => ({
  ...{ op: 'send', call: at[0], input: { ...input, ...(key !== '' && { key }) } },
  ...(output && { return: at[1], output }),
});
const balance = (at: number, sms: number, isQuiet = false): Made => ({
  ...{ op: 'balance', call: at, return: at + 1, input: { isQuiet }, output: { sms } },
});
const credits = (at: number, sms: number, isRefused = false): Made => ({
  ...{ op: 'credits', call: at, return: at + 1, input: { sms }, output: { isRefused } },
});

/** Small histories, one or two for each rule of the model: all begin with 4 credits. */
export const CASES: readonly Case[] = [
  {
    name: 'the answer to one of two sends at once is the replay of both',
    calls: [
      send([1, 9], 'k', HELLO, replayed('a', OTHER)),
      send([2, 8], 'k', OTHER, sent('a', OTHER)),
      balance(10, 2),
    ],
    isLinearizable: true,
  },
  {
    name: 'a replay has another body than the first send with the key',
    calls: [send([1, 2], 'k', OTHER, sent('a', OTHER)), send([3, 4], 'k', HELLO, replayed('a', HELLO))],
    isLinearizable: false,
  },
  {
    name: 'a message is another than was asked for',
    calls: [send([1, 2], '', HELLO, sent('a', OTHER))],
    isLinearizable: false,
  },
  {
    name: 'a replay comes before any send with the key',
    calls: [send([1, 2], 'k', HELLO, replayed('a', HELLO)), send([3, 4], 'k', HELLO, sent('a', HELLO))],
    isLinearizable: false,
  },
  {
    name: 'a send without an answer has happened',
    calls: [
      send([1, 2], 'k', HELLO),
      balance(5, 2),
      send([6, 7], 'k', OTHER, replayed('a', HELLO)),
      balance(8, 2),
    ],
    isLinearizable: true,
  },
  {
    name: 'a send without an answer has not happened',
    calls: [
      send([1, 2], 'k', HELLO),
      balance(5, 4),
      send([6, 7], 'k', OTHER, sent('a', OTHER)),
      balance(8, 2),
    ],
    isLinearizable: true,
  },
  {
    name: 'a send without an answer is charged twice',
    calls: [send([1, 2], 'k', HELLO), send([6, 7], 'k', HELLO, replayed('a', HELLO)), balance(8, 0)],
    isLinearizable: false,
  },
  {
    name: 'a refused send returns its credits and frees its key',
    calls: [
      send([1, 3], 'k', REFUSED, sent('a', REFUSED)),
      balance(2, 2),
      balance(4, 4),
      send([6, 7], 'k', HELLO, sent('b', HELLO)),
      balance(8, 2),
    ],
    isLinearizable: true,
  },
  {
    name: 'the credits of a refused send stay away',
    calls: [send([1, 2], '', REFUSED, sent('a', REFUSED)), balance(4, 2)],
    isLinearizable: false,
  },
  {
    name: 'a repeat that waits for a refused send gets its answer',
    calls: [send([1, 4], 'k', REFUSED, sent('a', REFUSED)), send([2, 6], 'k', HELLO, replayed('a', REFUSED))],
    isLinearizable: true,
  },
  {
    name: 'a later send gets the answer of a refused one',
    calls: [send([1, 2], 'k', REFUSED, sent('a', REFUSED)), send([3, 4], 'k', HELLO, replayed('a', REFUSED))],
    isLinearizable: false,
  },
  {
    name: 'a key is in use while its send is under way',
    calls: [send([1, 9], 'k', HELLO, sent('a', HELLO)), send([2, 8], 'k', HELLO, IN_USE)],
    isLinearizable: true,
  },
  {
    name: 'a key is in use after its send has ended',
    calls: [send([1, 2], 'k', HELLO, sent('a', HELLO)), send([3, 8], 'k', HELLO, IN_USE)],
    isLinearizable: false,
  },
  {
    name: 'a send is short of credits that a refused one has for a moment',
    opening: { sms: 3 },
    calls: [send([1, 5], '', REFUSED, sent('a', REFUSED)), send([2, 4], '', HELLO, SHORT), balance(6, 3)],
    isLinearizable: true,
  },
  {
    name: 'a send is short of credits that were added before',
    opening: { sms: 1 },
    calls: [credits(1, 1), send([3, 4], '', HELLO, SHORT)],
    isLinearizable: false,
  },
  {
    name: 'a repeat is short of credits while the key has its answer',
    opening: { sms: 2 },
    calls: [send([1, 2], 'k', HELLO, sent('a', HELLO)), send([3, 4], 'k', HELLO, SHORT)],
    isLinearizable: false,
  },
  {
    name: 'more is sent than the credits pay for',
    opening: { sms: 3 },
    calls: [send([1, 5], '', HELLO, sent('a', HELLO)), send([2, 4], '', HELLO, sent('b', HELLO))],
    isLinearizable: false,
  },
  {
    name: 'credits are taken down to nothing, and no further',
    calls: [credits(1, -4), credits(3, -1, true), balance(5, 0)],
    isLinearizable: true,
  },
  {
    name: 'credits are not taken although there are enough',
    calls: [credits(1, -4, true)],
    isLinearizable: false,
  },
  {
    name: 'credits are not taken from a busy account, whose credit shards have them',
    opening: { hasCreditShards: true },
    calls: [credits(1, -4, true), balance(3, 4, true)],
    isLinearizable: true,
  },
  {
    name: 'a balance is read as it was',
    calls: [credits(1, 3), balance(3, 4)],
    isLinearizable: false,
  },
  {
    name: 'a dry run is short of credits only below the price',
    opening: { sms: 1 },
    calls: [
      { op: 'dryRun', call: 1, return: 2, input: {}, output: SHORT },
      credits(3, 1),
      { op: 'dryRun', call: 5, return: 6, input: {}, output: { status: 200 } },
    ],
    isLinearizable: true,
  },
  {
    name: 'a dry run is short of credits at the price',
    opening: { sms: 2 },
    calls: [{ op: 'dryRun', call: 1, return: 2, input: {}, output: SHORT }],
    isLinearizable: false,
  },
  {
    name: 'the sum of a busy account is not judged while sends go on',
    opening: { hasCreditShards: true },
    calls: [send([1, 9], '', HELLO, sent('a', HELLO)), balance(3, 7), balance(10, 2, true)],
    isLinearizable: true,
  },
  {
    name: 'the sum of a busy account is wrong while it is quiet',
    opening: { hasCreditShards: true },
    calls: [send([1, 9], '', HELLO, sent('a', HELLO)), balance(10, 3, true)],
    isLinearizable: false,
  },
  {
    name: 'a busy account is short of credits that it has',
    opening: { hasCreditShards: true },
    calls: [send([1, 9], '', HELLO, SHORT)],
    isLinearizable: false,
  },
  {
    name: 'a look-up does not find what was answered',
    calls: [
      send([1, 2], '', HELLO, sent('a', HELLO)),
      { op: 'lookUp', call: 3, return: 4, input: { id: 'a' }, output: { status: 404 } },
    ],
    isLinearizable: false,
  },
];

export function toHistory({ opening, calls }: Case): Call[] {
  const input = { sms: 4, hasCreditShards: false, ...opening };
  const first: Call = { account: 'acc', client: 0, op: 'open', call: 0, return: 0, input };
  return [first, ...calls.map((call, index) => ({ account: 'acc', client: index + 1, ...call }))];
}
