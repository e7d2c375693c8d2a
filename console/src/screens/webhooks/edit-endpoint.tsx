import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/schemas';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { webAddress } from '../../format/web-address';
import { EndpointFields, type EndpointDraft } from './endpoint-fields';
import type { EventType } from './event-words';

interface Props {
  endpoint: Webhook;
  eventTypes: readonly EventType[];
  onClose: () => void;
}

/** Form that changes an endpoint. Only what differs is sent, so that a change of another user's stays. */
export function EditEndpoint({ endpoint, eventTypes, onClose }: Props) {
  const { id } = endpoint;
  // As it was when the form was opened: the endpoint is read again while the form is open.
  const [known] = useState<EndpointDraft>(() => ({
    url: endpoint.url,
    description: endpoint.description ?? '',
    eventTypes: endpoint.eventTypes ?? [],
  }));
  const [draft, setDraft] = useState(known);
  const edit = useAccountChange({
    run: (api) =>
      unwrap(
        api.PATCH('/console/api/webhooks/{id}', { params: { path: { id } }, body: changesOf(known, draft) }),
      ),
    done: 'The endpoint is changed.',
    failed: 'The endpoint was not changed',
    isQuiet: true,
    changes: ['webhooks'],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Change the endpoint"
      action="Save"
      isBusy={edit.isPending}
      error={edit.error}
      onCancel={onClose}
      onSubmit={() => edit.mutate(undefined)}
    >
      <EndpointFields draft={draft} eventTypes={eventTypes} error={edit.error} onChange={setDraft} />
      <div>Its secret stays. What waits for it goes to the new address.</div>
    </FormModal>
  );
}

function changesOf(known: EndpointDraft, draft: EndpointDraft) {
  const description = draft.description.trim();
  const isSameTypes = known.eventTypes.toSorted().join() === draft.eventTypes.toSorted().join();
  return {
    ...(draft.url !== known.url && { url: webAddress(draft.url) }),
    ...(description !== known.description && { description: description === '' ? null : description }),
    ...(!isSameTypes && { eventTypes: draft.eventTypes.length === 0 ? null : [...draft.eventTypes] }),
  };
}
