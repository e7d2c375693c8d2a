import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface Page<T> {
  results: T[];
  nextCursor?: string;
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
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>;
  refetchIntervalMs?: number | undefined;
  isEnabled?: boolean;
}

/** Reads a list with cursors as numbered pages; pages that were read are kept. */
export function usePages<T>({
  queryKey,
  fetchPage,
  refetchIntervalMs,
  isEnabled = true,
}: Options<T>): Pages<T> {
  const key = JSON.stringify(queryKey);
  const [position, setPosition] = useState({ key, page: 1 });
  // Another filter begins at its first page.
  const page = position.key === key ? position.page : 1;
  const query = useInfiniteQuery({
    // Pages are kept in another form than a complete list, which may have the same key.
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    enabled: isEnabled,
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
  });
  const pages = query.data?.pages ?? [];
  const shown = Math.min(page, Math.max(pages.length, 1));
  return {
    items: pages[shown - 1]?.results ?? [],
    isLoading: isEnabled && (query.isPending || query.isFetchingNextPage),
    error: query.error ?? undefined,
    page: shown,
    pagesCount: Math.max(pages.length, 1),
    hasMore: query.hasNextPage,
    goTo: (next) => {
      if (next <= pages.length) return setPosition({ key, page: next });
      void query.fetchNextPage().then(() => setPosition({ key, page: next }));
    },
    reload: () => void query.refetch(),
  };
}
