import { handlePlane } from './handlers';

/** The routes of the console that say who may come in: users and API keys. */
export const handler = handlePlane('identity');
