import { publicEndpoint } from '../../shared/http/endpoint';
import page from '../../shared/http/generated/error-page';
import { referencePageAnswer } from '../../shared/http/reference-page-answer';
import * as routes from './reference.routes';

const answer = referencePageAnswer(page);

/** GET /docs/errors, the target of `moreInfo`. **Source:** rules 7. */
export const handler = publicEndpoint(routes.showErrorReference.operationId, async () => answer);
