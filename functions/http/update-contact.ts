import { findPhoneNumber, readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { keysOfContact } from '../../shared/audience/contacts/contact-items';
import { putBackContact } from '../../shared/audience/contacts/put-back-contact';
import { updateContact } from '../../shared/audience/contacts/update-contact';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/contact';
import * as routes from './contacts.routes';

type Addressed = { accountId: string; pathParameters: Record<string, string> };

const itemsOfContact = ({ accountId, pathParameters }: Addressed) => {
  const phoneNumber = findPhoneNumber(pathParameters);
  return phoneNumber && keysOfContact(accountId, phoneNumber);
};

/** PATCH /api/v1/contacts/by-phone/{phoneNumber}. **Source:** rules 4.4. */
const update = endpoint({
  route: routes.updateContact,
  validate,
  prefetch: itemsOfContact,
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

/** POST /api/v1/contacts/by-phone/{phoneNumber}/put-back. **Source:** rules E11. */
const putBack = endpoint({
  route: routes.putBackContact,
  prefetch: itemsOfContact,
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const after = await putBackContact(platform, {
      accountId: account.id,
      phoneNumber,
      items: prefetched,
    });
    return { status: 200, body: await presentContactWithGroups(platform.table, after) };
  },
});

/** The routes that change a contact. */
export const handler = byRoute([
  { route: routes.updateContact, handler: update },
  { route: routes.putBackContact, handler: putBack },
]);
