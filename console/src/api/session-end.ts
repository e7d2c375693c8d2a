import { useSyncExternalStore } from 'react';
import { RequestError } from './request-error';

let hasEnded = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (hasEnded === next) return;
  hasEnded = next;
  for (const listener of listeners) listener();
}

/** Notes that the session has ended when a request was refused for that reason. */
export function noteSessionEnd(error: unknown): void {
  if (isSessionEnd(error)) set(true);
}

/** Notes that there is a session again. */
export const forgetSessionEnd = (): void => set(false);

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof RequestError && error.status === 401;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true once a request was refused because the session has ended. */
export const useSessionEnd = (): boolean => useSyncExternalStore(subscribe, () => hasEnded);
