import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';
import { isToldAgain } from './writing';

interface Options {
  phoneNumber: string;
  /** Answer as far as it is written. */
  body: string;
  /** False where no text has come from the phone, and so no other user sees a conversation. */
  isOn: boolean;
}

/**
 * Tells the other users of the account while the user writes an answer in a conversation, and when they stop. The
 * answer of the service names who else is writing, so that the user learns it with the first letters.
 *
 * @returns tells that the user has sent an answer
 */
export function useWriting({ phoneNumber, body, isOn }: Options): () => void {
  const { id, api } = useAccount();
  const queries = useQueryClient();
  const toldMs = useRef<number>(undefined);
  const { mutate } = useMutation({
    mutationFn: (told: { isWriting: boolean; hasAnswered?: true }) =>
      unwrap(
        api.POST('/console/api/inbox/{phoneNumber}/writing', {
          params: { path: { phoneNumber } },
          body: told,
        }),
      ),
    // It is a hint: an answer can be written without it.
    retry: false,
    onSuccess: ({ writers }, { hasAnswered }) => {
      queries.setQueryData(
        [id, 'inbox', phoneNumber],
        (before: object | undefined) => before && { ...before, writers },
      );
      if (hasAnswered) void queries.invalidateQueries({ queryKey: [id, 'inbox'] });
    },
  });
  const last = useRef(body);
  useEffect(() => {
    // A draft that was kept is not being written, until it changes.
    if (!isOn || body === last.current) return;
    last.current = body;
    const isWriting = body.trim() !== '';
    if (!isToldAgain({ isWriting, toldMs: toldMs.current, nowMs: Date.now() })) return;
    toldMs.current = isWriting ? Date.now() : undefined;
    mutate({ isWriting });
  }, [isOn, body, mutate]);
  useEffect(
    () => () => {
      if (toldMs.current !== undefined) mutate({ isWriting: false });
    },
    [mutate],
  );
  return () => {
    if (!isOn) return;
    toldMs.current = undefined;
    mutate({ isWriting: false, hasAnswered: true });
  };
}
