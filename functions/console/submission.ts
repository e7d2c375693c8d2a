import { byPath } from '../../shared/http/by-path';
import { SUBMISSION_HANDLERS } from './submissions';

/**
 * Handles the submissions for approval, apart from the console's other routes: they make the checks of a launch, whose
 * code and time the others do not need.
 */
export const handler = byPath(SUBMISSION_HANDLERS);
