import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { unwrap } from '../../../api/client';
import type { Campaign } from '../../../api/schemas';
import { useAccount } from '../../../app/session';
import { patchOf, requestOf, type Draft } from './draft';

/** Stores the draft at the service: created at its first saving, changed by later ones. */
export function useSavedDraft(initial: Campaign | undefined) {
  const { id, api } = useAccount();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(initial);
  const [savedText, setSavedText] = useState<string>();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (draft: Draft) => {
      if (saved === undefined) return unwrap(api.POST('/api/v1/campaigns', { body: requestOf(draft) }));
      const params = { path: { id: saved.id } };
      return unwrap(api.PATCH('/api/v1/campaigns/{id}', { params, body: patchOf(draft) }));
    },
    onSuccess: (campaign) => {
      setSaved(campaign);
      queries.setQueryData([id, 'campaigns', campaign.id], campaign);
      void queries.invalidateQueries({ queryKey: [id, 'campaigns', 'list'] });
    },
  });

  /** Saves changes of the draft; returns `undefined` when the service refused them. */
  const save = useCallback(
    async (draft: Draft): Promise<Campaign | undefined> => {
      const text = JSON.stringify(requestOf(draft));
      if (saved !== undefined && text === savedText) return saved;
      try {
        const campaign = await mutateAsync(draft);
        setSavedText(text);
        return campaign;
      } catch {
        return undefined;
      }
    },
    [mutateAsync, saved, savedText],
  );
  return { saved, save, isSaving: isPending, error };
}
