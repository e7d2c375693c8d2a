import { publicEndpoint } from '../../shared/http/endpoint';
import page from '../../shared/http/generated/reference-page';
import { referencePageAnswer } from '../../shared/http/reference-page-answer';
import { route } from './show-reference.route';

const answer = referencePageAnswer(page);

/** GET /docs, the API reference for people. */
export const handler = publicEndpoint(route.operationId, async () => answer);
