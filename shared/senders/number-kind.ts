import { countryOf } from '../phone-numbers/country';
import { parseE164 } from '../phone-numbers/e164';

export const NUMBER_KINDS = ['short-code', 'toll-free', '10dlc', 'long-code'] as const;
/** What a sender number is to carriers: it decides how fast the number may send. */
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** What a number may send in a second; absent: no rate. */
export interface NumberRates {
  ratePerSecond?: number | undefined;
  mmsPerSecond?: number | undefined;
}

/**
 * What End User Messaging takes of a number of each kind unless more was applied for. Long codes of other countries than
 * Canada may send 10 a second; here is the least.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "What are the Message Parts per Second (MPS) limits", 2026-11-22.
 */
export const RATES_BY_KIND: Readonly<Record<NumberKind, Required<NumberRates>>> = {
  'short-code': { ratePerSecond: 100, mmsPerSecond: 40 },
  'toll-free': { ratePerSecond: 3, mmsPerSecond: 3 },
  '10dlc': { ratePerSecond: 1, mmsPerSecond: 1 },
  'long-code': { ratePerSecond: 1, mmsPerSecond: 1 },
};

/** Rates as a caller names them. `undefined`: not named; `null`: none, the pace is the provider's. */
export interface NamedRates {
  ratePerSecond?: number | null | undefined;
  mmsPerSecond?: number | null | undefined;
}

/** The rates that are named, and for those that are not, what the kind stands for. */
export function ratesOf(kind: NumberKind | undefined, named: NamedRates): Required<NamedRates> {
  const { ratePerSecond, mmsPerSecond } = named;
  const ofKind = kind && RATES_BY_KIND[kind];
  return {
    ratePerSecond: ratePerSecond === undefined ? ofKind?.ratePerSecond : ratePerSecond,
    mmsPerSecond: mmsPerSecond === undefined ? ofKind?.mmsPerSecond : mmsPerSecond,
  };
}

const TOLL_FREE = /^\+1(?:800|833|844|855|866|877|888)/;

/** The kind that the number itself shows. */
export function guessKind(number: string): NumberKind {
  const e164 = parseE164(number);
  if (e164 === undefined) return 'short-code';
  if (TOLL_FREE.test(e164)) return 'toll-free';
  return countryOf(e164) === 'US' ? '10dlc' : 'long-code';
}
