import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readKept, writeKept } from '../kept/storage';
import { useHistoryPlace } from '../kept/use-kept';

export interface Page<T> {
  results: T[];
  nextCursor?: string;
}

/** Parameters of a request for one page of a list. */
export interface PageQuery {
  limit: number;
  cursor?: string;
}

export interface Pages<T> {
  items: T[];
  isLoading: boolean;
  error: Error | undefined;
  page: number;
  pagesCount: number;
  /** True when there are more pages than those counted. */
  hasMore: boolean;
  goTo: (page: number) => void;
  reload: () => void;
}

interface Options<T> {
  queryKey: readonly unknown[];
  /** Reads one page; of a list without pages, all of it. */
  fetchPage: (page: PageQuery) => Promise<Page<T>>;
  pageSize?: number;
  refetchIntervalMs?: number;
  /** Items that change by themselves: the list is read again while it has one; absent: always. */
  isMoving?: (item: T) => boolean;
}

/** Returns a list that was read as a whole in the form of one page. */
export const completeList = <T>(items: T[], reload: () => void): Pages<T> => ({
  ...{ items, isLoading: false, error: undefined },
  ...{ page: 1, pagesCount: 1, hasMore: false, goTo: () => undefined, reload },
});

const PAGE_SIZE = 50;
const FIRST_PAGE: string | undefined = undefined;

/** Reads a list with cursors as numbered pages; pages that were read are kept. "Back" returns to the page that was shown. */
export function usePages<T>(options: Options<T>): Pages<T> {
  const { queryKey, fetchPage, pageSize = PAGE_SIZE, refetchIntervalMs, isMoving } = options;
  const key = JSON.stringify(queryKey);
  const place = useHistoryPlace(`page of ${key}`);
  const [position, setPosition] = useState(() => ({ key, page: readKept(place, 1) }));
  // Another filter begins at its first page.
  const page = position.key === key ? position.page : 1;
  const show = (next: number) => {
    writeKept(place, next === 1 ? undefined : next);
    setPosition({ key, page: next });
  };
  const query = useInfiniteQuery({
    // Pages are kept in another form than a complete list, which may have the same key.
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam: cursor }) =>
      fetchPage({ limit: pageSize, ...(cursor !== undefined && { cursor }) }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last: Page<T>): string | undefined => last.nextCursor,
    ...(refetchIntervalMs !== undefined && {
      refetchInterval: ({ state }: { state: { data: { pages: Page<T>[] } | undefined } }) =>
        isMoving === undefined || state.data?.pages.some(({ results }) => results.some(isMoving))
          ? refetchIntervalMs
          : false,
    }),
  });
  const pages = query.data?.pages ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isBehind = pages.length > 0 && pages.length < page && hasNextPage && !isFetching && !query.isError;
  useEffect(() => {
    if (isBehind) void fetchNextPage();
  }, [isBehind, fetchNextPage]);
  const shown = Math.min(page, Math.max(pages.length, 1));
  return {
    items: pages[shown - 1]?.results ?? [],
    isLoading: query.isPending || query.isFetchingNextPage,
    error: query.error ?? undefined,
    page: shown,
    pagesCount: Math.max(pages.length, 1),
    hasMore: query.hasNextPage,
    goTo: (next) => {
      if (next <= pages.length) return show(next);
      void query.fetchNextPage().then(() => show(next));
    },
    reload: () => void query.refetch(),
  };
}
