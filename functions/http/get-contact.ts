import { findPhoneNumber, readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { keysOfContact, readContactItems } from '../../shared/audience/contacts/contact-items';
import { endpoint } from '../../shared/http/endpoint';
import * as routes from './contacts.routes';

/** GET /api/v1/contacts/by-phone/{phoneNumber}. **Source:** rules 4.4. */
export const handler = endpoint({
  route: routes.getContact,
  prefetch: ({ accountId, pathParameters }) => {
    const phoneNumber = findPhoneNumber(pathParameters);
    return phoneNumber && keysOfContact(accountId, phoneNumber);
  },
  handle: async ({ platform, pathParameters, prefetched }) => {
    readPhoneNumber(pathParameters);
    return {
      status: 200,
      body: await presentContactWithGroups(platform.table, readContactItems(prefetched)),
    };
  },
});
