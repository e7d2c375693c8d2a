import { CONSOLE_DECLARATIONS } from '../../functions/console/routes';
import { DECLARATIONS } from '../../functions/http/routes';
import { TWILIO_DECLARATIONS } from '../../functions/twilio/routes';
import type { RouteDocumentation } from '../../shared/http/route-documentation';

/** Schema of each request body, by the name of the file that its validator is generated into. */
export const REQUEST_SCHEMAS: ReadonlyMap<string, object> = new Map(
  [...DECLARATIONS, ...TWILIO_DECLARATIONS, ...CONSOLE_DECLARATIONS]
    .map(({ documentation }): RouteDocumentation => documentation())
    .flatMap(({ request }) => (request ? [[request.name, request.schema]] : [])),
);
