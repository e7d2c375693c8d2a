import { optInContact, optOutContact } from '../../shared/audience/consent/opt-out-contact';
import type { Contact } from '../../shared/audience/contacts/contact';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { tagMembership } from '../../shared/audience/groups/group-tags';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateOptIn from '../../shared/platform/validation/generated/opt-in-contact';
import validateOptOut from '../../shared/platform/validation/generated/opt-out-contact';
import validateTag from '../../shared/platform/validation/generated/tag-membership';
import * as routes from './consent.routes';

/**
 * Routes for consent that a person expressed other than by text, and for tags of members. **Source:** rules 3.3, 3.4.
 */
export const CONSENT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.optOutContact.route,
    handler: endpoint({
      route: routes.optOutContact.route,
      validate: validateOptOut,
      handle: async ({ platform, account, pathParameters, body: { source, evidence } }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const statement = { accountId: account.id, phoneNumber, source, evidence };
        const contact = await optOutContact(platform, statement);
        return { status: 200, body: { phoneNumber, ...present(contact) } };
      },
    }),
  },
  {
    route: routes.optInContact.route,
    handler: endpoint({
      route: routes.optInContact.route,
      validate: validateOptIn,
      handle: async ({ platform, account, pathParameters, body: { evidence } }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const contact = await optInContact(platform, { accountId: account.id, phoneNumber, evidence });
        if (!contact) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
        return { status: 200, body: { phoneNumber, ...present(contact) } };
      },
    }),
  },
  {
    route: routes.tagMembership.route,
    handler: endpoint({
      route: routes.tagMembership.route,
      validate: validateTag,
      handle: async ({ platform, account, pathParameters, body: { tag } }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const { groupId = '' } = pathParameters;
        const address = { accountId: account.id, phoneNumber, groupId, tagName: tag };
        const { id, memberships } = await tagMembership(platform, address);
        return { status: 200, body: { id, phoneNumber, tagIds: memberships[groupId]?.tagIds ?? [] } };
      },
    }),
  },
];

const present = (contact: Contact | undefined) => ({
  id: contact?.id,
  optedOutAt: contact?.hardOptOut?.at,
});
