import Checkbox from '@cloudscape-design/components/checkbox';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { webAddress } from '../../format/web-address';
import { EndpointFields, type EndpointDraft } from './endpoint-fields';
import type { EventType } from './event-words';

interface Props {
  eventTypes: readonly EventType[];
  onClose: () => void;
  onAdded: (secret: string) => void;
}

/** Form of a new endpoint. */
export function AddEndpoint({ eventTypes, onClose, onAdded }: Props) {
  const [draft, setDraft] = useState<EndpointDraft>({ url: '', description: '', eventTypes: [] });
  const [isBatched, setIsBatched] = useState(false);
  const add = useAccountChange({
    run: (api) => {
      const description = draft.description.trim();
      return unwrap(
        api.POST('/console/api/webhooks', {
          body: {
            ...{ url: webAddress(draft.url), ...(description !== '' && { description }) },
            ...(draft.eventTypes.length > 0 && { eventTypes: [...draft.eventTypes] }),
            ...(isBatched && { batch: true }),
          },
        }),
      );
    },
    failed: 'The endpoint was not added',
    isQuiet: true,
    changes: ['webhooks'],
    onDone: ({ secret }) => onAdded(secret),
  });
  return (
    <FormModal
      title="Add an endpoint"
      action="Add"
      isBusy={add.isPending}
      isDisabled={draft.url === ''}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <EndpointFields draft={draft} eventTypes={eventTypes} error={add.error} onChange={setDraft} />
      <Checkbox
        checked={isBatched}
        description="Fewer requests for a receiver of many events. It takes a list of up to 100 in place of one event, and stays so for this endpoint. What it answers to a list is not kept."
        onChange={({ detail }) => setIsBatched(detail.checked)}
      >
        Several events in one request
      </Checkbox>
    </FormModal>
  );
}
