import { readPhoneNumberOfText } from '../../shared/audience/contacts/phone-number-parameter';
import { presentErasure } from '../../shared/erasure/erasure';
import { requestErasure } from '../../shared/erasure/request-erasure';
import { endpoint } from '../../shared/http/endpoint';
import * as routes from './contacts.routes';

/** DELETE /api/v1/contacts/by-phone/{phoneNumber}. **Source:** rules E2. */
export const handler = endpoint({
  route: routes.eraseContact,
  handle: async ({ platform, account, pathParameters }) => {
    const phoneNumber = readPhoneNumberOfText(pathParameters);
    const erasure = await requestErasure(platform, { accountId: account.id, phoneNumber });
    return { status: 202, body: presentErasure(erasure) };
  },
});
