import { countryOf } from '../phone-numbers/country';
import { parseE164 } from '../phone-numbers/e164';

export const NUMBER_KINDS = ['short-code', 'toll-free', '10dlc', 'long-code'] as const;
/** Kind of a sender number for carriers, which decides how fast the number may send. */
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Rates at which a number may send, per second; absent: no rate. */
export interface NumberRates {
  ratePerSecond?: number | undefined;
  mmsPerSecond?: number | undefined;
}

/**
 * Rates that End User Messaging accepts from a number of each kind, unless a higher one was applied for. Long codes of
 * countries other than Canada may send 10 a second; this is the lowest.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "What are the Message Parts per Second (MPS) limits", 2026-11-22.
 */
export const RATES_BY_KIND: Readonly<Record<NumberKind, Required<NumberRates>>> = {
  'short-code': { ratePerSecond: 100, mmsPerSecond: 40 },
  'toll-free': { ratePerSecond: 3, mmsPerSecond: 3 },
  '10dlc': { ratePerSecond: 1, mmsPerSecond: 1 },
  'long-code': { ratePerSecond: 1, mmsPerSecond: 1 },
};

/** Rates in a request. `undefined`: not given; `null`: no rate, only the provider's throttling limits the pace. */
export interface NamedRates {
  ratePerSecond?: number | null | undefined;
  mmsPerSecond?: number | null | undefined;
}

/** Returns the given rates, and the rates of the kind for those that are not given. */
export function ratesOf(kind: NumberKind | undefined, named: NamedRates): Required<NamedRates> {
  const { ratePerSecond, mmsPerSecond } = named;
  const ofKind = kind && RATES_BY_KIND[kind];
  return {
    ratePerSecond: ratePerSecond === undefined ? ofKind?.ratePerSecond : ratePerSecond,
    mmsPerSecond: mmsPerSecond === undefined ? ofKind?.mmsPerSecond : mmsPerSecond,
  };
}

const TOLL_FREE = /^\+1(?:800|833|844|855|866|877|888)/;

/** Determines the kind from the number itself. */
export function guessKind(number: string): NumberKind {
  const e164 = parseE164(number);
  if (e164 === undefined) return 'short-code';
  if (TOLL_FREE.test(e164)) return 'toll-free';
  return countryOf(e164) === 'US' ? '10dlc' : 'long-code';
}
