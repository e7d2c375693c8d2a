import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import {
  addLinkDomain,
  describeRefusedDomain,
  judgeLinkDomain,
  removeLinkDomain,
} from '../../shared/operations/link-domains';
import { requireOpenAccount } from '../../shared/operations/open-account';
import validateAdd from '../../shared/platform/validation/generated/add-link-domain';
import { presentLinkDomain } from './links';
import * as routes from './operator-accounts.routes';

/** Routes of domains for the short links of accounts, for operators. **Source:** rules 2.7, E6. */
export const OPERATOR_LINK_DOMAIN_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.addLinkDomain.route,
    handler: userEndpoint({
      route: routes.addLinkDomain.route,
      validate: validateAdd,
      handle: async ({ platform, audit, pathParameters, body: { domain } }) => {
        // 1. Check the name.
        const refused = judgeLinkDomain(domain, platform.config.baseUrl);
        if (refused) throw invalidRequest({ pointer: '/domain', reason: describeRefusedDomain(refused) });
        const { id: accountId } = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');

        // 2. Assign it, unless another account has it.
        audit.tell({ accountId, target: { type: 'linkDomain', id: domain } });
        const result = await addLinkDomain(platform, { accountId, domain });
        if ('refused' in result) throw new ServiceError('InvalidState', { details: { status: 'assigned' } });
        return { status: 201, body: presentLinkDomain(result.added) };
      },
    }),
  },
  {
    route: routes.removeLinkDomain.route,
    handler: userEndpoint({
      route: routes.removeLinkDomain.route,
      handle: async ({ platform, audit, pathParameters: { accountId = '', domain = '' } }) => {
        audit.tell({ accountId, target: { type: 'linkDomain', id: domain } });
        const removed = await removeLinkDomain(platform.table, { accountId, domain });
        if (!removed) throw new ServiceError('NoSuchResource', { cause: 'linkDomain' });
        return { status: 204 };
      },
    }),
  },
];
