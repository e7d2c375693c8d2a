import { publicEndpoint } from '../../shared/http/endpoint';
import page from '../../shared/http/generated/reference-page';
import { referencePageAnswer } from '../../shared/http/reference-page-answer';
import * as routes from './reference.routes';

const answer = referencePageAnswer(page);

/** GET /docs, the API reference for people. */
export const handler = publicEndpoint(routes.showReference.operationId, async () => answer);
