import type { Key } from './keys';

/** Item as it is stored. */
export type Item = Key & Record<string, unknown>;
