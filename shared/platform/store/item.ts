import type { Key } from './keys';

/** An item as it is stored. */
export type Item = Key & Record<string, unknown>;
