import { handlePlane } from './handlers';

/** Handles all routes of the console that only read. */
export const handler = handlePlane('reading');
