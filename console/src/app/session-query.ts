import { queryOptions } from '@tanstack/react-query';
import { unwrap, userApi } from '../api/client';

/** Query of the signed-in user with the accounts. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => unwrap(userApi.GET('/console/api/session')),
  staleTime: 60_000,
});
