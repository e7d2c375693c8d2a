import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Simulation } from './simulation';

/** Moments for which the fault runs are there, each with the sentence about it. A run meets some of them. */
export const MOMENTS = {
  lostLease: 'a worker lost its lease of a chunk and wrote nothing',
  lateClaim: 'the note of who is about to be texted was written after its worker had given up',
  deathInSend: 'a worker died at a hand-over to the provider',
  clockInSend: 'the clocks jumped during a hand-over',
  pauseInSend: 'sending was paused during a hand-over',
  stopInSend: 'a STOP was said during a hand-over',
  cancelInSend: 'a cancellation was asked for during a hand-over',
  openBreaker: 'a breaker was open',
  lostMove: 'a worker of an automation lost a person to another one, and did not move them',
  stopToMember: 'a STOP was said to a further member of a sender',
  answeredByMember: 'a further member of a sender answered a keyword',
  memberInSend: 'a member left its sender, or became inactive, during a hand-over',
  standIn: 'a member sent to a recipient of another one, which could not be sent from',
  restSent: 'members of a sender went on while another one was paused, or its breaker open',
  selectsAhead: 'a campaign began to select its audience ahead of its time',
  enteredByDate: 'a person entered an automation by a date',
  enteredByRun: 'a person entered an automation by a run of a trigger that repeats',
  leftByExit: 'a person left an automation because they met its exit',
  joinedByStep: 'a step of an automation had a person join a group',
  foundLandline: 'a look-up found a landline or an invalid number',
  leftOutLandline: 'a recipient was skipped because a look-up had set the number aside',
  throttledLookUp: 'the provider throttled a look-up',
  lookedUpImported: 'a contact was looked up after its import',
  feedbackGiven: 'the provider took feedback on a text',
  feedbackAgain: 'feedback was given again that the provider had not taken',
  keyInUse: 'a caller was told that the idempotency key is in use',
} as const;
export type Moment = keyof typeof MOMENTS;

/** Runs from which on a moment that was never met is a fault of the harness. */
export const RUNS_THAT_MEET_ALL = 24;

/** Counts of the moments of a run. */
export class Moments {
  readonly counts = Object.fromEntries(Object.keys(MOMENTS).map((name) => [name, 0])) as Record<
    Moment,
    number
  >;

  constructor(private readonly simulation: Simulation) {}

  meet(moment: Moment): void {
    this.counts[moment] += 1;
    this.simulation.note(`  = ${MOMENTS[moment]}`);
  }
}

/** Returns the moments that none of so many runs met, when they should have met them all. */
export function findMissing(total: Record<Moment, number>, runs: number): Moment[] {
  if (runs < RUNS_THAT_MEET_ALL) return [];
  return (Object.keys(MOMENTS) as Moment[]).filter((name) => total[name] === 0);
}

/** True for the write of a chunk's progress, which only the holder of its lease may do. */
export function isProgressOfHolder(command: object): boolean {
  return (
    command instanceof PutCommand &&
    String(command.input.Item?.sk).startsWith('PROGRESS#') &&
    command.input.Item?.revision !== 1
  );
}

/** True for the write-ahead of a chunk: it names those who are about to be texted. */
export function isClaim(command: object): boolean {
  return isProgressOfHolder(command) && (command as PutCommand).input.Item?.inFlight !== undefined;
}

/** Claim that was written after its worker had given up: no worker texts its recipients, and later ones count them as unknown. */
export interface LateClaim {
  jobId: string;
  /** Number of recipients. */
  recipients: number;
  /** Step of the simulation at which it was written. */
  atStep: number;
}

/** Reads the job and the number of recipients of a claim. */
export function readClaim(command: object): Omit<LateClaim, 'atStep'> {
  const { Item: item } = (command as PutCommand).input;
  const { positions } = item?.inFlight as { positions: number[] };
  return { jobId: String(item?.jobId), recipients: positions.length };
}

/** True for a transaction that was refused because another worker had moved a person of an automation. */
export function isLostMove(
  command: object,
  error: Pick<TransactionCanceledException, 'CancellationReasons'>,
): boolean {
  if (!(command instanceof TransactWriteCommand)) return false;
  const { TransactItems: actions = [] } = command.input;
  return (error.CancellationReasons ?? []).some(({ Code: code }, index) => {
    const { Put: put } = actions[index] ?? {};
    return code === 'ConditionalCheckFailed' && isMoveOfPerson(put);
  });
}

/** True for the write of a person of an automation, which fails when another worker has moved them. */
export function isMoveOfPerson(put: object | undefined): boolean {
  const { Item: item, ConditionExpression: condition } = (put ?? {}) as {
    Item?: { entity?: unknown };
    ConditionExpression?: string;
  };
  return condition === 'revision = :read' && item?.entity === 'automationPerson';
}

/** True for a write that opens a breaker, or keeps it open. */
export function opensBreaker(command: object): boolean {
  return JSON.stringify((command as { input: object }).input).includes('"openSince"');
}
