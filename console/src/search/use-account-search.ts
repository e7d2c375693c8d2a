import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useGroups } from '../api/account-lists';
import { unwrap } from '../api/client';
import { navigationOf } from '../app/navigation';
import { useAccount, useSession } from '../app/session';
import { useDebounced } from '../audience/use-debounced';
import type { Page, PageQuery } from '../lists/use-pages';
import { findById } from './find-by-id';
import { findPeople } from './find-people';
import { actionsOf, findPlaces, pagesOf, type Found } from './places';
import { kindOfId, matchesWords, MIN_SEARCH } from './search-text';

/** Results of one kind. */
export interface Section {
  title: string;
  found: Found[];
  isLoading: boolean;
  error?: Error | undefined;
  retry?: () => void;
  /** Limit that the reader has to know. */
  note?: string | undefined;
}

const PAUSE_MS = 250;
/** Most characters of a text that the service searches for. */
const MAX_SEARCH = 100;
const STALE_MS = 60_000;

/** Searches the current account for a text. Nothing is requested before the text has two characters and has settled. */
export function useAccountSearch(rawText: string): Section[] {
  const account = useAccount();
  const { api, path } = account;
  const session = useSession();
  const text = rawText.trim();
  const settled = useDebounced(text, PAUSE_MS);
  const isSearch = settled.length >= MIN_SEARCH && settled.length <= MAX_SEARCH && text !== '';
  const isId = kindOfId(settled) !== undefined;

  const byId = useQuery({
    queryKey: [account.id, 'search', 'id', settled],
    queryFn: () => findById({ api, path }, settled),
    enabled: isSearch && isId,
  });
  const people = useQuery({
    queryKey: [account.id, 'search', 'people', settled],
    queryFn: ({ signal }) => findPeople({ api, path, text: settled, signal }),
    enabled: isSearch && !isId,
  });
  const isNamed = isSearch && !isId;
  const campaigns = useNewest('campaigns', isNamed, (query) =>
    unwrap(api.GET('/api/v1/campaigns', { params: { query } })),
  );
  const automations = useNewest('automations', isNamed, (query) =>
    unwrap(api.GET('/api/v1/automations', { params: { query } })),
  );
  const segments = useNewest('segments', isNamed, (query) =>
    unwrap(api.GET('/api/v1/segments', { params: { query } })),
  );
  const groups = useGroups({ enabled: isNamed });

  const places = [...actionsOf(account), ...pagesOf(navigationOf(account, session))];
  const ofPlaces = (found: Found[]) => ({ title: 'Actions and pages', found, isLoading: false });
  if (text === '') return [ofPlaces(places)];
  const isWaiting = text !== settled && text.length >= MIN_SEARCH;
  const requested = (title: string, query: UseQueryResult<Found[]>): Section => ({
    title,
    // An answer to an earlier text is not shown for a later one.
    found: text === settled ? (query.data ?? []) : [],
    isLoading: query.isLoading || isWaiting,
    ...(text === settled && query.error !== null && { error: query.error }),
    retry: () => void query.refetch(),
  });
  const named = (title: string, screen: string, query: UseQueryResult<Newest>): Section => ({
    title,
    found: byName(text, query.data?.items).map(({ id, name }) => ({
      ...{ id, text: name, to: path(`${screen}/${id}`) },
    })),
    isLoading: query.isLoading,
    ...(query.error !== null && { error: query.error }),
    retry: () => void query.refetch(),
    note: query.data?.hasMore === true ? `Only the newest ${MAX_PAGES * PAGE_SIZE} are searched.` : undefined,
  });
  if (kindOfId(text) !== undefined) return [requested('With this id', byId)];
  return [
    ofPlaces(findPlaces(text, places)),
    requested('People', people),
    named('Campaigns', 'campaigns', campaigns),
    named('Automations', 'automations', automations),
    named('Segments', 'segments', segments),
    {
      title: 'Groups',
      found: byName(text, groups.data).map(({ id, name }) => ({
        ...{ id, text: name, to: path(`contacts?group=${id}`) },
      })),
      isLoading: groups.isLoading,
      ...(groups.error !== null && { error: groups.error }),
      retry: () => void groups.refetch(),
    },
  ];
}

interface Named {
  id: string;
  name: string;
}

const MAX_NAMED = 5;

/** Finds what has a name that matches. */
const byName = (text: string, items: readonly Named[] = []): Named[] =>
  text.length < MIN_SEARCH ? [] : items.filter(({ name }) => matchesWords(text, name)).slice(0, MAX_NAMED);

interface Newest {
  items: Named[];
  hasMore: boolean;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Reads the newest of a list that the service does not search by name. */
function useNewest(list: string, enabled: boolean, fetchPage: (query: PageQuery) => Promise<Page<Named>>) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, list, 'names'],
    queryFn: async (): Promise<Newest> => {
      const items: Named[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await fetchPage({ limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
        items.push(...answer.results.map(({ id: itemId, name }) => ({ id: itemId, name })));
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      return { items, hasMore: cursor !== undefined };
    },
    staleTime: STALE_MS,
    enabled,
  });
}
