import { byRoute } from '../../shared/http/by-route';
import * as createSegment from './create-segment';
import * as updateSegment from './update-segment';
import * as deleteSegment from './delete-segment';

/** The routes that make, change and delete segments. */
export const handler = byRoute([createSegment, updateSegment, deleteSegment]);
