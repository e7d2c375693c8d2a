import { pickWeighted } from '../../support/run/seeded-random';

/** Faults by kind. `--only KIND` leaves one of them. */
export const KINDS = [
  'death',
  'table',
  'queues',
  'relay',
  'provider',
  'clock',
  'stop',
  'cancel',
  'files',
  'pause',
  'outage',
] as const;
export type Kind = (typeof KINDS)[number];

/** Frequencies of faults in a run. Probabilities are in [0, 1], of one call, message or invocation. */
export interface Mix {
  /** An invocation dies at one of its calls. */
  death: number;
  throttled: number;
  conflict: number;
  unprocessed: number;
  /** The write took effect and the answer is lost; or the request never arrived. */
  timeoutAfter: number;
  timeoutBefore: number;
  /** The SDK repeats a write whose answer was lost. */
  repeated: number;
  /** The write takes effect after its caller has given up. */
  late: number;
  /** An index does not show an item yet. */
  staleIndex: number;
  /** A message on a queue is lost or duplicated. */
  lost: number;
  duplicated: number;
  /** A queue or the bus takes a part of the messages, or none, or all without an answer. */
  sendFailure: number;
  /** The stream gives up on records, or delivers them twice. */
  streamLoss: number;
  streamRepeat: number;
  provider: ReadonlyArray<readonly [number, ProviderFault]>;
  lookUps: ReadonlyArray<readonly [number, LookUpFault]>;
  feedback: ReadonlyArray<readonly [number, FeedbackFault]>;
  /** A call takes long: seconds, sometimes longer than any lease. */
  slow: number;
  /** Limit of the jumps of the clocks in a run. */
  jumps: number;
  /** Limits of these requests in a run. */
  stops: number;
  cancels: number;
  pauses: number;
  /** Times in which the provider takes nothing, or in which no answer comes. */
  outages: number;
  /** A call to the bucket fails, before or after it took effect, or a file breaks off while it is read. */
  files: number;
}

export type ProviderFault =
  | 'accept'
  | 'refuse'
  | 'unavailable'
  | 'lostAnswer'
  | 'lostRequest'
  | 'breaks'
  | 'hangs'
  | 'hangsAfterTaking';

/** Fault of a look-up of a number; `found`: it is answered. */
export type LookUpFault = 'found' | 'throttled' | 'denied' | 'refused' | 'lostAnswer' | 'hangs';
/** Fault of feedback; `given`: the provider takes it. */
export type FeedbackFault = 'given' | 'refused' | 'unavailable' | 'lostAnswer';

export const CALM: Mix = {
  death: 0,
  throttled: 0,
  conflict: 0,
  unprocessed: 0,
  timeoutAfter: 0,
  timeoutBefore: 0,
  repeated: 0,
  late: 0,
  staleIndex: 0,
  lost: 0,
  duplicated: 0,
  sendFailure: 0,
  streamLoss: 0,
  streamRepeat: 0,
  provider: [[1, 'accept']],
  lookUps: [[1, 'found']],
  feedback: [[1, 'given']],
  slow: 0,
  jumps: 0,
  stops: 0,
  cancels: 0,
  pauses: 0,
  outages: 0,
  files: 0,
};

/** Picks a mix. Each kind is on in most runs and off in some, so that errors that one of them hides are found too. */
export function pickMix(random: () => number, only: Kind | undefined): Mix {
  const strengthOf = (kind: Kind) => {
    const strength = pickWeighted(random, [
      [3, 0],
      [3, 0.3],
      [3, 1],
      [1, 2.5],
    ] as const);
    return only === undefined ? strength : only === kind ? Math.max(strength, 0.3) : 0;
  };
  const death = strengthOf('death');
  const table = strengthOf('table');
  const queues = strengthOf('queues');
  const relay = strengthOf('relay');
  const provider = strengthOf('provider');
  const clock = strengthOf('clock');
  return {
    death: 0.25 * death,
    throttled: 0.02 * table,
    conflict: 0.04 * table,
    unprocessed: 0.1 * table,
    timeoutAfter: 0.01 * table,
    timeoutBefore: 0.01 * table,
    repeated: 0.03 * table,
    late: 0.005 * table,
    staleIndex: 0.1 * table,
    lost: 0.25 * queues,
    duplicated: 0.25 * queues,
    sendFailure: 0.2 * relay,
    streamLoss: 0.15 * relay,
    streamRepeat: 0.2 * relay,
    provider: [
      [20, 'accept'],
      [2 * provider, 'refuse'],
      [3 * provider, 'unavailable'],
      [2 * provider, 'lostAnswer'],
      [provider, 'lostRequest'],
      [0.5 * provider, 'breaks'],
      [0.5 * provider, 'hangs'],
      [0.5 * provider, 'hangsAfterTaking'],
    ],
    lookUps: [
      [40, 'found'],
      [2 * provider, 'throttled'],
      [0.3 * provider, 'denied'],
      [2 * provider, 'refused'],
      [provider, 'lostAnswer'],
      [provider, 'hangs'],
    ],
    feedback: [
      [10, 'given'],
      [2 * provider, 'refused'],
      [6 * provider, 'unavailable'],
      [2 * provider, 'lostAnswer'],
    ],
    slow: 0.004 * clock,
    jumps: Math.round(3 * clock),
    stops: Math.round(5 * strengthOf('stop')),
    cancels: Math.round(2 * strengthOf('cancel')),
    files: 0.1 * strengthOf('files'),
    pauses: Math.round(2 * strengthOf('pause')),
    outages: Math.round(2 * strengthOf('outage')),
  };
}
