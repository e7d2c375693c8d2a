import type { SendingNumber } from '../api/schemas';

/** Kinds of sending numbers, as carriers distinguish them. */
export const NUMBER_KINDS: { value: NonNullable<SendingNumber['kind']>; label: string }[] = [
  { value: 'toll-free', label: 'Toll-free' },
  { value: '10dlc', label: '10DLC' },
  { value: 'short-code', label: 'Short code' },
  { value: 'long-code', label: 'Long code' },
];

export const describeKind = (kind: string | undefined): string =>
  NUMBER_KINDS.find(({ value }) => value === kind)?.label ?? kind ?? '–';
