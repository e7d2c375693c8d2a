import { handlePlane } from './handlers';

/** Handles all routes of the console that change the account. */
export const handler = handlePlane('account');
