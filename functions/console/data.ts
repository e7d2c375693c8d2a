import { byPath } from '../../shared/http/by-path';
import * as getSession from './get-session';

/** The console's own routes: what the API does not have. */
export const handler = byPath([getSession]);
