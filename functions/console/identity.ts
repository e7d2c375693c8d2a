import { handlePlane } from './handlers';

/** Handles the routes of the console that control access: users and API keys. */
export const handler = handlePlane('identity');
