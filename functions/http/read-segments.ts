import { byRoute } from '../../shared/http/by-route';
import * as listSegments from './list-segments';
import * as getSegment from './get-segment';

/** The routes that read segments. */
export const handler = byRoute([listSegments, getSegment]);
