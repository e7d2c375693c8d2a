import { queryOptions, useQuery } from '@tanstack/react-query';

const LOOK_MS = 5 * 60_000;
const MAIN_SCRIPT = 'script[type=module][src]';

/** Name of the main script, which has a hash of the whole console in it. */
const scriptOf = (page: Document): string | null =>
  page.querySelector(MAIN_SCRIPT)?.getAttribute('src') ?? null;

/** Asks the service whether it has another version of the console than the one in this tab. */
export const newVersionQuery = queryOptions({
  queryKey: ['console version'],
  queryFn: async () => {
    const answer = await fetch('/console/', { headers: { accept: 'text/html' } });
    if (!answer.ok) throw new Error(`The service answered with status ${answer.status}.`);
    const served = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    return served !== null && served !== scriptOf(document);
  },
  staleTime: LOOK_MS,
});

/** Returns true once the service has a newer version of the console. */
export const useNewVersion = (): boolean =>
  useQuery({ ...newVersionQuery, refetchInterval: LOOK_MS, refetchOnWindowFocus: true, retry: false })
    .data === true;
