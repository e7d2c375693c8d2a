import { byPath } from '../../shared/http/by-path';
import { MERGE_HANDLERS } from './merges';

/** Handles the merge apart from the console's other changes: it derives time zones from ZIP codes, by a table of 80 KB. */
export const handler = byPath(MERGE_HANDLERS);
