import type { AccountSettings } from '../../shared/accounts/create-account';
import { type ApiSending, apiSending } from './api-sending';
import { type ApiAccount, connectToService, createApiAccount, type TestService } from './service';

export interface SendingService {
  /** The local service that all API tests share. */
  readonly service: TestService;
  /** An account with credits, a key and an Active number, which no other test file uses. A test may put another there. */
  account: ApiAccount;
  /** Its contacts in a group, its messages, and its phones. */
  readonly sending: ApiSending;
}

/**
 * Connects the tests of a file to the shared service, with an account of their own that can send at once. Its parts are
 * there from the first hook or test on.
 *
 * @param settings of the account; what they leave out has no limit that a test runs into
 * @param options.account one for the whole file, or a new one for each test
 */
export function useSendingService(
  settings: Partial<AccountSettings> = {},
  options: { account: 'ofFile' | 'ofTest' } = { account: 'ofTest' },
): SendingService {
  let service: TestService | undefined;
  let account: ApiAccount | undefined;
  const fixture: SendingService = {
    get service() {
      if (!service) throw new Error('The service is there from the first hook or test on');
      return service;
    },
    get account() {
      if (!account) throw new Error('The account is there from the first hook or test on');
      return account;
    },
    set account(other) {
      account = other;
    },
    sending: apiSending(() => fixture),
  };
  const openAccount = async () => {
    account = await createApiAccount(fixture.service, settings);
  };
  beforeAll(() => {
    service = connectToService();
  });
  if (options.account === 'ofFile') beforeAll(openAccount);
  else beforeEach(openAccount);
  afterAll(() => fixture.service.close());
  return fixture;
}
