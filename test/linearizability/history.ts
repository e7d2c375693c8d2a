/** Text that a client asks to send. */
export interface AskedText {
  key?: string;
  to: string;
  text: string;
  /** The provider refuses every text to this recipient. */
  isRefused: boolean;
}

/** Answer of the service, as far as it is judged. */
export interface Answered {
  status: number;
  code?: number;
  isReplayed?: boolean;
  id?: string;
  state?: string;
  to?: string;
  text?: string;
}

/** Credits of an account at the beginning of its history. */
export interface Opening {
  sms: number;
  hasCreditShards: boolean;
}

type Made<Op extends string, Input, Output> = { op: Op; input: Input; output?: Output };
type Operation =
  | Made<'open', Opening, never>
  | Made<'send', AskedText, Answered>
  | Made<'dryRun', object, Answered>
  | Made<'lookUp', { id: string }, Answered>
  /** Credits that the operator adds, or takes with a negative number. */
  | Made<'credits', { sms: number }, { isRefused: boolean }>
  /** Read of the balance; quiet: no other call of the account is under way, nor one whose answer was lost. */
  | Made<'balance', { isQuiet: boolean }, { sms: number }>;

/** Line of a history: a call as its client saw it, with times in microseconds. It has no return when the answer was lost. */
export type Call = Operation & { account: string; client: number; call: number; return?: number };

type CallOf<Op extends Call['op']> = Extract<Call, { op: Op }>;

export const isOp =
  <Op extends Call['op']>(op: Op) =>
  (call: Call): call is CallOf<Op> =>
    call.op === op;

export const nowMicroseconds = (): number => Math.floor(performance.now() * 1_000);

export const toLines = (calls: readonly Call[]): string =>
  calls.map((call) => `${JSON.stringify(call)}\n`).join('');
