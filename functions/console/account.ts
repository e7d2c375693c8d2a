import { handlePlane } from './handlers';

/** All routes of the console that change something of the account. */
export const handler = handlePlane('account');
