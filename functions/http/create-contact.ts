import type { ContactBody } from '../../shared/contacts/contact.schema';
import { createContact } from '../../shared/contacts/create-contact';
import { readPhoneNumber } from '../../shared/contacts/phone-number-parameter';
import { showContact } from '../../shared/contacts/show-contact';
import { readSchema } from '../../shared/custom-fields/custom-field-schema';
import { endpoint } from '../../shared/http/endpoint';
import validate from '../../shared/http/generated/contact';
import { schemaKey } from '../../shared/platform/keys';

/** POST /api/v1/contacts/by-phone/{phoneNumber}. **Source:** contract 4.4. */
export const handler = endpoint<ContactBody>({
  operationId: 'createContact',
  validate,
  prefetch: ({ accountId }) => [schemaKey(accountId)],
  handle: async ({ platform, account, body, pathParameters, prefetched }) => {
    const phoneNumber = readPhoneNumber(pathParameters);
    const schema = readSchema(prefetched[0]);
    const contact = await createContact(platform, { accountId: account.id, phoneNumber, body, schema });
    return { status: 201, body: await showContact(platform.table, { contact, schema }) };
  },
});
