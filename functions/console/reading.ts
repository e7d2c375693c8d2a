import { handlePlane } from './handlers';

/** All routes of the console that only read. */
export const handler = handlePlane('reading');
