import { useConsoleList } from '../../lists/use-console-pages';

/** Account of this installation, as operators see it. */
export interface Account {
  id: string;
  name: string;
  dailyQuota: number;
  credits: { sms: number; mms: number };
  createdAt: string;
  closedAt?: string;
}

export const ACCOUNTS = 'operator/accounts';
/** Queries that a change of an account affects. */
export const CHANGED_BY_ACCOUNTS = [['operator', ACCOUNTS], ['session']] as const;

export const useAccounts = () => useConsoleList<Account>(ACCOUNTS);
