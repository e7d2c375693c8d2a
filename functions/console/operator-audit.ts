import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { answerFile, answerPage } from './audit';
import * as routes from './operator-audit.routes';

/** Routes of the audit log of the service, for operators. **Source:** rules E1, E6. */
export const OPERATOR_AUDIT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listServiceAudit.route,
    handler: userEndpoint({
      route: routes.listServiceAudit.route,
      handle: async ({ platform, query }) => answerPage(platform, { query }),
    }),
  },
  {
    route: routes.exportServiceAudit.route,
    handler: userEndpoint({
      route: routes.exportServiceAudit.route,
      handle: async ({ platform, query }) => answerFile(platform, { query }),
    }),
  },
];
