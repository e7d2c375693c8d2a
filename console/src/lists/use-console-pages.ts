import { consoleRequest } from '../api/client';
import { usePages, type Page, type Pages } from './use-pages';

type Query = Record<string, string | undefined>;

const PAGE_SIZE = 50;

interface Options {
  accountId?: string | undefined;
  query?: Query;
  refetchIntervalMs?: number;
}

/** Reads a paged list of the console's own routes. Its key begins with the account and the path. */
export function useConsolePages<T>(path: string, options: Options = {}): Pages<T> {
  const { accountId, query = {}, refetchIntervalMs } = options;
  return usePages<T>({
    queryKey: [accountId ?? 'operator', path, query],
    fetchPage: (cursor) =>
      consoleRequest<Page<T>>(path, { accountId, query: { ...query, limit: PAGE_SIZE, cursor } }),
    refetchIntervalMs,
  });
}

/** Reads a complete list of the console's own routes, without parameters. */
export function useConsoleList<T>(path: string, accountId?: string): Pages<T> {
  return usePages<T>({
    queryKey: [accountId ?? 'operator', path],
    fetchPage: () => consoleRequest<Page<T>>(path, { accountId }),
  });
}
