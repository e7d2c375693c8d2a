import { type Call, isOp } from './history';

type Send = Extract<Call, { op: 'send' }>;

/** Falsifies a history as a fault of the service would. */
type Plant = (calls: Call[]) => Call[];

const isReplay = (call: Call): call is Send =>
  call.op === 'send' && call.output?.isReplayed === true && call.output.state === 'sent';
const isFirstAnswer = (call: Call): call is Send =>
  call.op === 'send' && call.output?.isReplayed === false && call.output.state === 'sent';

/** Faults that the judge has to find in a history of the service, by their names. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'second-message': (calls) =>
    changeLast(calls, isReplay, ({ output, ...call }) => ({
      ...call,
      output: { status: 201, ...output, id: 'msg_second', isReplayed: false },
    })),
  'other-replay': (calls) =>
    changeLast(calls, isReplay, ({ output, ...call }) => ({
      ...call,
      output: { status: 201, ...output, id: 'msg_other' },
    })),
  'replay-refused': (calls) =>
    changeLast(calls, isReplay, (call) => ({ ...call, output: { status: 402, code: 33023 } })),
  // In each account: a single one may have a lost send that explains it.
  'charged-twice': (calls) =>
    accountsOf(calls).flatMap((own) => {
      const charged = own.find(isFirstAnswer)?.return ?? Infinity;
      return own.map((call) =>
        call.op === 'balance' && call.call > charged && call.output
          ? { ...call, output: { sms: call.output.sms - 2 } }
          : call,
      );
    }),
  'credit-lost': (calls) =>
    changeLast(calls, isOp('credits'), (call) => ({ ...call, input: { sms: call.input.sms + 1 } })),
  // After each of its reads while nothing was under way: a lost send that the provider refused explains a single one.
  'refused-with-credits': (calls) =>
    calls.flatMap((read) => {
      if (read.op !== 'balance' || !read.input.isQuiet || (read.output?.sms ?? 0) < 2) return [read];
      const { account, return: end = Infinity } = read;
      const input = { to: '+12065550100', text: 'Text', isRefused: false };
      const output = { status: 402, code: 33023 };
      const refused: Call = { account, client: 1, op: 'send', call: end + 1, return: end + 2, input, output };
      return [read, refused, { ...read, call: end + 3, return: end + 4 }];
    }),
  'message-gone': (calls) =>
    changeLast(calls, isOp('lookUp'), (call) => ({ ...call, output: { status: 404 } })),
};

/** Changes the last call of a kind that was answered. */
function changeLast<One extends Call>(
  calls: Call[],
  isWanted: (call: Call) => call is One,
  change: (call: One) => Call,
): Call[] {
  const index = calls.findLastIndex((call) => call.return !== undefined && isWanted(call));
  const call = calls[index];
  if (!call || !isWanted(call)) throw new Error('The history has no such call');
  return calls.with(index, change(call));
}

function accountsOf(calls: Call[]): Call[][] {
  return [...new Set(calls.map(({ account }) => account))].map((account) =>
    calls.filter((call) => call.account === account),
  );
}
