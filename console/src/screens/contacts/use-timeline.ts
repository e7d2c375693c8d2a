import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap } from '../../api/client';
import type { PhoneText } from '../../api/schemas';
import { useAccount } from '../../app/session';

const FIRST_PAGE: string | undefined = undefined;

/** Reads the texts to and from a phone page by page, newest first. */
export function useTexts(phoneNumber: string, isEnabled: boolean) {
  const { id, api } = useAccount();
  const query = useInfiniteQuery({
    queryKey: [id, 'contact', phoneNumber, 'timeline texts'],
    queryFn: ({ pageParam: cursor }) =>
      unwrap(
        api.GET('/console/api/contacts/{phoneNumber}/messages', {
          params: { path: { phoneNumber }, query: cursor === undefined ? {} : { cursor } },
        }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last): string | undefined => last.nextCursor,
    enabled: isEnabled,
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  // A page of a long search can be empty and still have a next one.
  const isEmptyPage = data?.pages.at(-1)?.results.length === 0;
  const goesOn = isEmptyPage && hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const items: PhoneText[] = data?.pages.flatMap(({ results }) => results) ?? [];
  return {
    items,
    error: error ?? undefined,
    isLoading: isEnabled && (query.isLoading || (items.length === 0 && hasNextPage && error === null)),
    isLoadingOlder: query.isFetchingNextPage,
    hasOlder: hasNextPage,
    showOlder: () => void fetchNextPage(),
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}

/** Reads the consent history of a phone, oldest first. */
export function useConsentLog(phoneNumber: string) {
  const { id, api } = useAccount();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [id, 'contact', phoneNumber, 'consent'],
    queryFn: () =>
      unwrap(api.GET('/console/api/contacts/{phoneNumber}/consent', { params: { path: { phoneNumber } } })),
  });
  return {
    items: data?.results ?? [],
    error: error ?? undefined,
    isLoading,
    retry: () => void refetch(),
  };
}
