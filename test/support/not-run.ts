/** Exit code, as in sysexits.h, of a check for which something is not installed. */
export const UNAVAILABLE = 69;

/** Something that a check needs is not installed, or cannot be fetched. */
export class NotRunError extends Error {}
