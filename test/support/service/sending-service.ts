import type { AccountSettings } from '../../../shared/accounts/create-account';
import { type ApiSending, apiSending } from './api-sending';
import { type ApiAccount, createApiAccount, type TestService } from './service';
import { useService } from './use-service';

export interface SendingService {
  /** Local service that all API tests share. */
  readonly service: TestService;
  /** Account with credits, a key and an Active number, which no other test file uses. A test may replace it. */
  account: ApiAccount;
  /** Contacts of the account in a group, its messages, and its phones. */
  readonly sending: ApiSending;
}

/**
 * Connects the tests of a file to the shared service, with an account of their own that can send at once. The account
 * exists from the first hook or test on.
 *
 * @param settings of the account; the rest has no limit that a test exceeds
 * @param options.account one for the whole file, or a new one for each test
 */
export function useSendingService(
  settings: Partial<AccountSettings> = {},
  options: { account: 'ofFile' | 'ofTest' } = { account: 'ofTest' },
): SendingService {
  const service = useService();
  let account: ApiAccount | undefined;
  const fixture: SendingService = {
    service,
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
    account = await createApiAccount(service, settings);
  };
  if (options.account === 'ofFile') beforeAll(openAccount);
  else beforeEach(openAccount);
  return fixture;
}
