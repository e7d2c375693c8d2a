import type { UseQueryResult } from '@tanstack/react-query';
import type { Pages } from './use-pages';

/** Converts a complete list to the form of a paged one. */
export function allItems<T>(query: UseQueryResult<{ results: T[] }>): Pages<T> {
  return {
    items: query.data?.results ?? [],
    isLoading: query.isPending,
    error: query.error ?? undefined,
    page: 1,
    pagesCount: 1,
    hasMore: false,
    goTo: () => undefined,
    reload: () => void query.refetch(),
  };
}
