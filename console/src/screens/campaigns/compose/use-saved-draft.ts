import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { unwrap } from '../../../api/client';
import { ChangedElsewhere, mayHaveGoneOut } from '../../../api/request-error';
import type { Campaign } from '../../../api/schemas';
import { useAccount } from '../../../app/session';
import { draftOf, patchOf, requestOf, type Draft } from './draft';

const MAX_REPEATS = 2;
const textOf = (draft: Draft): string => JSON.stringify(requestOf(draft));

interface Options {
  campaign: Campaign | undefined;
  /** `updatedAt` of the stored draft that the user began with; absent: that of the campaign. */
  basedOn: string | undefined;
  onSaved: (campaign: Campaign) => void;
}

/** Stores the draft at the service: created at its first saving, changed by later ones. */
export function useSavedDraft({ campaign, basedOn, onSaved }: Options) {
  const { id, api } = useAccount();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(campaign);
  // One saving after another, each with the result of the one before it.
  const known = useRef({ campaign, base: basedOn ?? campaign?.updatedAt, text: '', key: '', tried: '' });
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const read = (campaignId: string) =>
    unwrap(api.GET('/api/v1/campaigns/{id}', { params: { path: { id: campaignId } } }));

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async ({ draft, isForced }: { draft: Draft; isForced: boolean }) => {
      const state = known.current;
      const text = textOf(draft);
      if (state.campaign === undefined) {
        // A repetition of a request whose answer was lost makes no second draft.
        if (state.tried !== text) Object.assign(state, { tried: text, key: crypto.randomUUID() });
        const body = { ...requestOf(draft), idempotencyKey: `console:${state.key}` };
        return unwrap(api.POST('/api/v1/campaigns', { body }));
      }
      const current = await read(state.campaign.id);
      const isOurs = current.updatedAt === state.base || textOf(draftOf(current)) === state.tried;
      if (!isOurs && !isForced) throw new ChangedElsewhere();
      state.tried = text;
      const params = { path: { id: state.campaign.id } };
      return unwrap(api.PATCH('/api/v1/campaigns/{id}', { params, body: patchOf(draft) }));
    },
    retry: (failures, failure) => failures < MAX_REPEATS && mayHaveGoneOut(failure),
    onSuccess: (stored, { draft }) => {
      Object.assign(known.current, { campaign: stored, base: stored.updatedAt, text: textOf(draft) });
      setSaved(stored);
      onSaved(stored);
      queries.setQueryData([id, 'campaigns', stored.id], stored);
      void queries.invalidateQueries({ queryKey: [id, 'campaigns', 'list'] });
    },
  });

  /**
   * Saves changes of the draft, unless another user or tab changed it after it was read.
   *
   * @param options.isLast checks that also for a draft without changes, before it is launched
   * @param options.isForced overwrites the changes of other users and tabs
   * @returns `undefined` when the service refused them
   */
  const save = useCallback(
    (draft: Draft, { isLast = false, isForced = false } = {}): Promise<Campaign | undefined> => {
      const run = async () => {
        const { campaign: stored, text } = known.current;
        if (stored !== undefined && text === textOf(draft) && !isLast && !isForced) return stored;
        try {
          return await mutateAsync({ draft, isForced });
        } catch {
          return undefined;
        }
      };
      const next = queue.current.then(run);
      queue.current = next;
      return next;
    },
    [mutateAsync],
  );
  return { saved, save, isSaving: isPending, error };
}
