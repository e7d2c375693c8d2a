import { unwrap, userApi } from '../../api/client';
import { usePages } from '../../lists/use-pages';

const ACCOUNTS = ['operator', 'operator/accounts'];
/** Queries that a change of an account affects. */
export const CHANGED_BY_ACCOUNTS = [ACCOUNTS, ['session']];

export const useAccounts = () =>
  usePages({ queryKey: ACCOUNTS, fetchPage: () => unwrap(userApi.GET('/console/api/operator/accounts')) });
