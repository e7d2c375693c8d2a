/** Exit code, as in sysexits.h, of a check that needs something which is not installed. */
export const UNAVAILABLE = 69;

/** Error of a check that needs something which is not installed, or cannot be fetched. */
export class NotRunError extends Error {}
