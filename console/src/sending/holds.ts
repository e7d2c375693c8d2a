import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiOf, unwrap, userApi } from '../api/client';
import type { SendingHold } from '../api/schemas';

const REFRESH_MS = 20_000;
/** Beginning of the keys of all these queries: a pause of all accounts affects each of them. */
export const ALL_HOLDS = 'sending';
const NONE: SendingHold[] = [];

const holdsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [ALL_HOLDS, accountId],
    queryFn: async () => (await unwrap(apiOf(accountId).GET('/console/api/sending'))).results,
    refetchInterval: REFRESH_MS,
  });

const serviceHoldsQuery = queryOptions({
  queryKey: [ALL_HOLDS, 'service'],
  queryFn: async () => (await unwrap(userApi.GET('/console/api/operator/sending'))).results,
  refetchInterval: REFRESH_MS,
});

/** Reads what keeps the texts of an account waiting, and goes on looking. */
export const useHoldsQuery = (accountId: string) => useQuery(holdsQuery(accountId));

/** Reads what keeps the texts of all accounts waiting, for operators. */
export const useServiceHoldsQuery = () => useQuery(serviceHoldsQuery);

/** Returns what keeps the texts of an account waiting; nothing as long as that is not known. */
export const useHolds = (accountId: string): SendingHold[] => useHoldsQuery(accountId).data ?? NONE;

/** Returns true for a pause that the user may end, if they may end any. */
export const mayEnd = (hold: SendingHold, { isOperator }: { isOperator: boolean }): boolean =>
  isPaused(hold) && (isOperator || hold.isByOperator !== true);

export const isPaused = ({ reason }: SendingHold): boolean => reason === 'paused';

/** Returns true for what holds every number of an account. */
export const isOfAccount = ({ scope }: SendingHold): boolean => scope !== 'number';
