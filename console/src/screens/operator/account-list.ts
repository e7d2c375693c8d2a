import { useConsoleList } from '../../lists/use-console-pages';

/** An account of this installation, as operators see it. */
export interface Account {
  id: string;
  name: string;
  dailyQuota: number;
  credits: { sms: number; mms: number };
  createdAt: string;
  closedAt?: string;
}

export const ACCOUNTS = 'operator/accounts';
/** What shows something else after a change of an account. */
export const CHANGED_BY_ACCOUNTS = [['operator', ACCOUNTS], ['session']] as const;

export const useAccounts = () => useConsoleList<Account>(ACCOUNTS);
