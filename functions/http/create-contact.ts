import { createContact } from '../../shared/audience/contacts/create-contact';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { presentContactWithGroups } from '../../shared/audience/groups/present-contact-with-groups';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/platform/validation/generated/contact';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './contacts.routes';

/** POST /api/v1/contacts/by-phone/{phoneNumber}. **Source:** rules 4.4. */
export const handler = endpoint({
  route: routes.createContact,
  validate,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const schema = readSchema(prefetched.schema);
    const contact = await createContact(platform, { accountId: account.id, phoneNumber, body, schema });
    return { status: 201, body: await presentContactWithGroups(platform.table, { contact, schema }) };
  },
});
