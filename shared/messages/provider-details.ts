import type { ProviderDetails } from '../platform/provider/port';

/** Returns those details that are known, in the form of responses. */
export function presentDetails(details: ProviderDetails): Record<string, string | number> {
  const { channel, readAt, providerMessageId, parts, carrierReason, price } = details;
  return {
    ...(channel !== undefined && { channel }),
    ...(readAt !== undefined && { readAt }),
    ...(providerMessageId !== undefined && { providerMessageId }),
    ...(parts !== undefined && { parts }),
    ...(carrierReason !== undefined && { carrierReason }),
    ...(price !== undefined && { price }),
  };
}
