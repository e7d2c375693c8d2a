import { useRef } from 'react';
import { unwrap } from '../../../api/client';
import { ChangedElsewhere } from '../../../api/request-error';
import type { Automation } from '../../../api/schemas';
import { useAccount } from '../../../app/session';
import { useChange } from '../../../app/use-change';
import { patchOf, requestOf, type Draft } from './draft';

interface Options {
  automation: Automation | undefined;
  /** `updatedAt` of the stored automation that the user began with. */
  basedOn: string;
  onSaved: (automation: Automation) => void;
}

/** Stores the plan at the service, unless another user or tab changed it after it was read. */
export function useSave({ automation, basedOn, onSaved }: Options) {
  const { id, api } = useAccount();
  const isForced = useRef(false);
  const change = useChange({
    run: async (draft: Draft) => {
      if (automation === undefined)
        return unwrap(api.POST('/api/v1/automations', { body: requestOf(draft) }));
      const params = { path: { id: automation.id } };
      const current = await unwrap(api.GET('/api/v1/automations/{id}', { params }));
      if (current.updatedAt !== basedOn && !isForced.current) throw new ChangedElsewhere();
      return unwrap(api.PATCH('/api/v1/automations/{id}', { params, body: patchOf(draft) }));
    },
    done: ({ status }) => SAVED[status],
    ...{ failed: 'The automation was not saved', isQuiet: true },
    changes: [[id, 'automations']],
    onDone: onSaved,
  });
  const save = (draft: Draft, options: { isForced?: boolean } = {}) => {
    isForced.current = options.isForced === true;
    change.mutate(draft);
  };
  return { save, isSaving: change.isPending, error: change.error };
}

const SAVED: Record<Automation['status'], string> = {
  draft: 'The draft is saved. Look at the preview.',
  awaitingApproval: 'The change waits until a second person approves it.',
  running: 'The new version is saved. Who enters from now on takes it.',
  paused: 'The new version is saved. Who enters from now on takes it.',
  stopped: 'The automation is saved.',
};
