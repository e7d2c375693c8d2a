import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { RequestError } from '../api/request-error';
import { isSessionEnd, noteSessionEnd } from '../api/session-end';
import { useFlashes } from '../app/flashes';
import { useAccount } from '../app/session';
import { type EachOutcome, runEach } from './run-each';

interface Options<T> {
  run: (item: T) => Promise<unknown>;
  done: (count: number) => string;
  changes: readonly string[];
  onAllDone: () => void;
}

const DEFAULT_WAIT_MS = 2_000;
const TOO_MANY = 429;
const MAX_WAIT_MS = 60_000;

/** Does something to several rows of a list of the account, a few at a time, and keeps the outcome of all tries. */
export function useEach<T>({ run, done, changes, onAllDone }: Options<T>) {
  const { id } = useAccount();
  const queries = useQueryClient();
  const { succeed } = useFlashes();
  const isStopped = useRef(false);
  const [running, setRunning] = useState<readonly T[]>();
  const [ended, setEnded] = useState(0);
  const [outcome, setOutcome] = useState<EachOutcome<T>>();
  // Another screen that is opened meanwhile stops what is not begun yet.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const start = async (items: readonly T[]) => {
    isStopped.current = false;
    setEnded(0);
    setRunning(items);
    const latest = await runEach({
      ...{ items, run, retryAfterMs, isFinal, onProgress: setEnded },
      isStopped: () => isStopped.current,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    for (const { error } of latest.failed) noteSessionEnd(error);
    for (const list of changes) void queries.invalidateQueries({ queryKey: [id, list] });
    const whole = { ...latest, done: [...(outcome?.done ?? []), ...latest.done] };
    setRunning(undefined);
    setOutcome(whole);
    if (whole.failed.length > 0 || whole.untried.length > 0) return;
    succeed(done(whole.done.length));
    onAllDone();
  };
  return {
    ...{ running, ended, outcome },
    start: (items: readonly T[]) => void start(items),
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** After the end of the session, or without a connection, no further row has a chance. */
const isFinal = (error: unknown): boolean => isSessionEnd(error) || error instanceof TypeError;

const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof RequestError && error.status === TOO_MANY
    ? Math.min((error.retryAfterSeconds ?? 0) * 1000 || DEFAULT_WAIT_MS, MAX_WAIT_MS)
    : undefined;
