import type { ProviderDetails } from '../platform/provider/port';

/** Details in responses, in their order. */
const PRESENTED = [
  'channel',
  'readAt',
  'providerMessageId',
  'parts',
  'carrierReason',
  'price',
] as const satisfies ReadonlyArray<keyof ProviderDetails>;

/** Returns those details that are known, in the form of responses. */
export function presentDetails(details: ProviderDetails): Record<string, string | number> {
  const known = PRESENTED.map((name) => [name, details[name]] as const);
  return Object.fromEntries(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
