import { findPhoneNumber, readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { keysOfContact } from '../../shared/audience/contacts/contact-items';
import { updateContact } from '../../shared/audience/contacts/update-contact';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/contact';
import * as routes from './contacts.routes';

/** PATCH /api/v1/contacts/by-phone/{phoneNumber}. **Source:** rules 4.4. */
export const handler = endpoint({
  route: routes.updateContact,
  validate,
  prefetch: ({ accountId, pathParameters }) => {
    const phoneNumber = findPhoneNumber(pathParameters);
    return phoneNumber && keysOfContact(accountId, phoneNumber);
  },
  handle: async ({ platform, account, body, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const updated = await updateContact(platform, {
      accountId: account.id,
      phoneNumber,
      body,
      items: prefetched,
    });
    return { status: 200, body: await presentContactWithGroups(platform.table, updated) };
  },
});
