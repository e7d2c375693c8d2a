import type { OutgoingPolicy } from '../../../shared/platform/outgoing/public-address';

/** Policy of a deployed service. */
export const PUBLIC_ONLY: OutgoingPolicy = { allowsLoopback: false };
