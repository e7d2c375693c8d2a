import type { Actor } from '../../../shared/accounts/actor';

/** Actor of changes whose author does not matter to a test. */
export const ANY_ACTOR = { kind: 'apiKey', id: 'key_1' } as const satisfies Actor;

/** Starts an import, into whichever group. */
export const ANY_STARTER = { by: ANY_ACTOR, checkMayJoin: () => undefined };
