import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error';
import { noteSessionEnd } from './session-end';

const MAX_RETRIES = 2;
/** Error code for concurrent previews. Another preview of the account can take 20 s, and asks for a retry every 2 s. */
const TOO_MANY_AT_ONCE = 33119;
const MAX_RETRIES_IN_LINE = 15;
const MAX_WAIT_MS = 15_000;

/** Retries queries that have to wait until another one has ended. */
export const retryInLine = (failures: number, error: Error): boolean =>
  error instanceof RequestError && error.code === TOO_MANY_AT_ONCE && failures < MAX_RETRIES_IN_LINE;

/** Client that retries reads where that can help: after too many requests, and while the service is unavailable. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        retryInLine(failures, error) ||
        (failures < MAX_RETRIES &&
          error instanceof RequestError &&
          (error.status === 429 || error.status === 503)),
      retryDelay: (failures, error) => {
        const seconds = error instanceof RequestError ? error.retryAfterSeconds : undefined;
        return Math.min(seconds === undefined ? 1000 * 2 ** failures : seconds * 1000, MAX_WAIT_MS);
      },
    },
    mutations: { retry: false },
  },
});
