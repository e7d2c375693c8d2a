import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import { auditOperator } from '../../shared/http/audit-request';
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

/** Domains for the short links of accounts, for operators. **Source:** rules 2.7, E6. */
export const OPERATOR_LINK_DOMAIN_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.addLinkDomain.route,
    handler: userEndpoint({
      route: routes.addLinkDomain.route,
      validate: validateAdd<{ domain: string }>,
      handle: async ({ platform, user, pathParameters, body: { domain } }) => {
        // 1. Judge the name.
        const refused = judgeLinkDomain(domain, platform.config.baseUrl);
        if (refused) throw invalidRequest({ pointer: '/domain', reason: describeRefusedDomain(refused) });
        const { id: accountId } = await requireOpenAccount(platform.table, pathParameters.accountId ?? '');

        // 2. Give it, unless another account has it.
        const result = await addLinkDomain(platform, { accountId, domain });
        if ('refused' in result) throw new ServiceError('InvalidState', { details: { status: 'assigned' } });
        const { route } = routes.addLinkDomain;
        await auditOperator(platform, { route, user, accountId, target: { type: 'linkDomain', id: domain } });
        return { status: 201, body: presentLinkDomain(result.added) };
      },
    }),
  },
  {
    route: routes.removeLinkDomain.route,
    handler: userEndpoint({
      route: routes.removeLinkDomain.route,
      handle: async ({ platform, user, pathParameters: { accountId = '', domain = '' } }) => {
        const removed = await removeLinkDomain(platform.table, { accountId, domain });
        if (!removed) throw new ServiceError('NoSuchResource', { cause: 'linkDomain' });
        const { route } = routes.removeLinkDomain;
        await auditOperator(platform, { route, user, accountId, target: { type: 'linkDomain', id: domain } });
        return { status: 204 };
      },
    }),
  },
];
