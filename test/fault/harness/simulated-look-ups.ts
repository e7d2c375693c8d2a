import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Platform } from '../../../shared/platform/platform';
import { paceLookUps } from '../../../shared/platform/provider/paced-look-ups';
import type { LineType, LookUpOutcome, LookUps } from '../../../shared/platform/provider/port';
import { readContactPk } from '../../../shared/platform/store/keys';
import { pickWeighted } from '../../support/run/seeded-random';
import { latency } from './faulty-document-client';
import type { Instance, Instances } from './instances';
import type { LookUpFault, Mix } from './mix';
import type { Moments } from './moments';
import { currentProcess, type SimulatedProcess, type Simulation } from './simulation';

/** Look-up that the provider was asked for. */
export interface AskedLookUp {
  phone: string;
  process: SimulatedProcess | undefined;
  /** Instance of the function that asked. */
  instance: Instance | undefined;
  /** Time at which it began, by the clock of the simulation. */
  atMs: number;
  /** The same in simulated milliseconds, which no clock moves. */
  beganMs: number;
  /** Absent when none reached its process in time. */
  answer?: { outcome: LookUpOutcome; atMs: number; atStep: number };
}

/** Look-up that was stored with a contact. */
export interface StoredLookUp {
  accountId: string;
  phone: string;
  lineType: LineType;
  atMs: number;
  atStep: number;
}

/** Line types by the last digits of a number; every other number is a mobile. */
const LINE_TYPES = new Map<number, LineType>([
  [3, 'landline'],
  [7, 'invalid'],
  [9, 'other'],
]);
/** Seconds for which the provider is not asked again. **Source:** rules E11.1. */
const RETRY_SECONDS = { throttled: 1, lostAnswer: 5, hangs: 5, denied: 120 } as const;

/** Returns the line type that the provider tells of a number. */
export const lineTypeOf = (phone: string): LineType =>
  LINE_TYPES.get(Number(phone.slice(-3)) % 11) ?? 'mobile';

/** Returns true for numbers that are set aside once they are looked up. */
export const takesNoTexts = (lineType: LineType): boolean =>
  lineType === 'landline' || lineType === 'invalid';

/** Provider's look-ups, which are throttled, denied, refused, lost and hang. */
export class SimulatedLookUps implements LookUps {
  readonly asked: AskedLookUp[] = [];
  readonly stored: StoredLookUp[] = [];

  constructor(
    private readonly options: {
      simulation: Simulation;
      mix: () => Mix;
      instances: Instances;
      moments: Moments;
    },
  ) {}

  async lookUp(phone: string, { timeoutMs }: { timeoutMs: number }): Promise<LookUpOutcome> {
    const { simulation, mix, instances, moments } = this.options;
    const asked: AskedLookUp = {
      phone,
      process: currentProcess(),
      instance: instances.current,
      atMs: simulation.now().getTime(),
      beganMs: simulation.elapsed,
    };
    this.asked.push(asked);
    const fault = pickWeighted(simulation.random, mix().lookUps);
    const takesMs = fault === 'hangs' ? Infinity : latency(simulation, mix());
    const isLate = takesMs > timeoutMs;
    return simulation.call(`look up ${phone}`, Math.min(takesMs, timeoutMs), async () => {
      if (fault !== 'found') simulation.note(`  ${fault}: the look-up of ${phone}`);
      const outcome = answer(phone, isLate ? 'hangs' : fault);
      if (asked.process?.isDead) return outcome;
      asked.answer = { outcome, atMs: simulation.elapsed, atStep: simulation.step };
      if (fault === 'throttled') moments.meet('throttledLookUp');
      if (outcome.outcome === 'found' && takesNoTexts(outcome.lineType)) moments.meet('foundLandline');
      return outcome;
    });
  }

  /** Remembers a look-up that a command has stored. */
  note(command: object): void {
    const { simulation } = this.options;
    const stored = readLookUp(command);
    if (stored) this.stored.push({ ...stored, atMs: simulation.now().getTime(), atStep: simulation.step });
  }
}

function answer(phone: string, fault: LookUpFault): LookUpOutcome {
  switch (fault) {
    case 'found':
      return { outcome: 'found', lineType: lineTypeOf(phone) };
    case 'refused':
      return { outcome: 'refused' };
    case 'throttled':
    case 'denied':
    case 'lostAnswer':
    case 'hangs':
      return { outcome: 'unavailable', retryAfterSeconds: RETRY_SECONDS[fault] };
  }
}

/** Reads the look-up that a command stores with a contact. */
export function readLookUp(command: object): Omit<StoredLookUp, 'atMs' | 'atStep'> | undefined {
  if (!(command instanceof UpdateCommand)) return undefined;
  const { Key: key, ExpressionAttributeValues: values } = command.input;
  const lookedUp = values?.[':lookedUp'] as { lineType: LineType } | undefined;
  if (!lookedUp || key?.sk !== 'CONTACT') return undefined;
  const { accountId, phoneNumber } = readContactPk(String(key.pk));
  return { accountId, phone: phoneNumber, lineType: lookedUp.lineType };
}

/** Paces the look-ups of each instance apart, as those of a process are. */
export function paceByInstance(
  instances: Instances,
  lookUps: LookUps,
  platform: Pick<Platform, 'metrics' | 'log'>,
): LookUps {
  const paced = new WeakMap<Instance, LookUps>();
  return {
    lookUp: async (...asked) => {
      const { current } = instances;
      if (!current) throw new Error('Only functions look numbers up');
      const own = paced.get(current) ?? paceLookUps(lookUps, platform);
      paced.set(current, own);
      return own.lookUp(...asked);
    },
  };
}
