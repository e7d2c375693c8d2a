import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import {
  readDraftParts,
  readDesk,
  readRegistrationWithVersions,
} from '../../shared/operations/registration-desk';
import {
  REGISTRATION_TYPES,
  type RegistrationType,
} from '../../shared/platform/provider/eum/registrations/registration-types';
import * as routes from './operator-registrations.routes';

/** Routes of registrations at AWS, for operators. None of them changes anything there. **Source:** rules E6. */
export const OPERATOR_REGISTRATION_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listRegistrations.route,
    handler: userEndpoint({
      route: routes.listRegistrations.route,
      handle: async ({ platform: { config } }) => {
        if (!config.messagingResources()) {
          return { status: 200, body: { isApplicable: false, results: [], numbers: [] } };
        }
        return { status: 200, body: { isApplicable: true, ...(await readDesk()) } };
      },
    }),
  },
  {
    route: routes.getRegistration.route,
    handler: userEndpoint({
      route: routes.getRegistration.route,
      handle: async ({ platform: { config }, pathParameters: { id = '' } }) => {
        if (!config.messagingResources()) throw new ServiceError('NoSuchResource', { cause: 'registration' });
        return { status: 200, body: await readRegistrationWithVersions(id) };
      },
    }),
  },
  {
    route: routes.getRegistrationDraft.route,
    handler: userEndpoint({
      route: routes.getRegistrationDraft.route,
      handle: async ({ platform: { table, config }, pathParameters: { accountId = '' }, query }) => {
        const type = readType(query.type);
        const resources = config.messagingResources();
        if (!resources) throw new ServiceError('NoSuchResource', { cause: 'registration' });
        const { baseUrl } = config;
        const parts = await readDraftParts(table, { accountId, type, formId: query.form, baseUrl });
        const { stackName: stack } = resources;
        return { status: 200, body: { ...parts, ...(stack !== undefined && { stack }) } };
      },
    }),
  },
];

function readType(text: string | undefined): RegistrationType {
  const type = REGISTRATION_TYPES.find((one) => one === text);
  if (type !== undefined) return type;
  throw invalidRequest({ pointer: '?type', reason: `must be one of ${REGISTRATION_TYPES.join(', ')}` });
}
