import type { SenderNumber } from '../../../shared/phone-numbers/e164';

/**
 * Faults of the provider.
 *
 * - `unavailable`: it certainly does not take a message.
 * - `lost_answers`: it takes a message, and its answer does not arrive.
 * - `spend_limit`: it refuses a message, as AWS does when the account's monthly spend limit is reached.
 * - `throttled`: it takes no message because there are too many.
 */
const PROVIDER_FAULTS = ['unavailable', 'lost_answers', 'spend_limit', 'throttled'] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** Values of `fault` at `POST /_local/provider`. */
export const PROVIDER_FAULT_NAMES = ['none', ...PROVIDER_FAULTS] as const;
type ProviderFaultName = (typeof PROVIDER_FAULT_NAMES)[number];

export const isProviderFaultName = (name: unknown): name is ProviderFaultName =>
  PROVIDER_FAULT_NAMES.some((one) => one === name);

/** Change of the faults in force. */
export interface FaultSwitch {
  fault: ProviderFaultName;
  /** Sender numbers that it is for; absent: all. */
  numbers?: readonly SenderNumber[] | undefined;
  /** Share of the hand-overs that the fault acts on, 0 to 1. */
  share: number;
}

/** Fault of the named sender numbers, or of all others. `none` exempts numbers from the fault of all others. */
export interface FaultInForce {
  fault: ProviderFaultName;
  numbers?: readonly string[];
  share: number;
}

const NO_FAULT: FaultInForce = { fault: 'none', share: 1 };

/** Returns the fault of a sender number, that of its own before that of all. */
export function findFault(faults: readonly FaultInForce[], from: string): FaultInForce {
  const own = faults.find(({ numbers }) => numbers?.includes(from) === true);
  return own ?? faults.find(isOfAll) ?? NO_FAULT;
}

/**
 * Returns the faults in force after a change, that of all numbers first. A change replaces the earlier faults of its
 * numbers; one for all numbers replaces every fault.
 */
export function switchFault(faults: readonly FaultInForce[], change: FaultSwitch): FaultInForce[] {
  const { fault, numbers, share } = change;
  const isEnd = fault === 'none';
  if (numbers === undefined) return isEnd ? [] : [{ fault, share }];
  const others = faults.flatMap((one) => withoutNumbers(one, numbers));
  if (isEnd && !others.some(isOfAll)) return others;
  return [...others, { fault, numbers: [...new Set(numbers)], share: isEnd ? NO_FAULT.share : share }];
}

const isOfAll = ({ numbers }: FaultInForce): boolean => numbers === undefined;

function withoutNumbers(fault: FaultInForce, removed: readonly string[]): FaultInForce[] {
  if (fault.numbers === undefined) return [fault];
  const numbers = fault.numbers.filter((number) => !removed.includes(number));
  return numbers.length === 0 ? [] : [{ ...fault, numbers }];
}
