import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { unwrap } from '../api/client';
import type { CampaignLaunch } from '../api/schemas';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useAccount } from '../app/session';
import { useChange } from '../app/use-change';
import { formatDateTime } from '../format/dates';
import { describePerson } from './describe-person';

/** Thing that awaits the approval. */
export interface Noted {
  kind: 'campaigns' | 'automations';
  id: string;
}

/** Request for an approval. */
export interface Asked {
  by: CampaignLaunch['launchedBy'] | undefined;
  at: string | undefined;
  note: string | undefined;
  /** True for the user who asked. */
  mayNote: boolean;
}

/** Shows the user who asks for an approval, with their note, which they can change. */
export function AskedBy({ asked: { by, at, note, mayNote }, on }: { asked: Asked; on: Noted }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SpaceBetween size="xs">
      <div>
        <Box variant="awsui-key-label">Asked for by</Box>
        {[by && describePerson(by), at && formatDateTime(at)].filter(Boolean).join(', ')}
      </div>
      {note !== undefined && (
        <div>
          <Box variant="awsui-key-label">Note</Box>
          <div className="wrap-anywhere">{note}</div>
        </div>
      )}
      {mayNote && (
        <Button onClick={() => setIsOpen(true)}>
          {note === undefined ? 'Add a note' : 'Change the note'}
        </Button>
      )}
      {mayNote && isOpen && <EditNote note={note ?? ''} on={on} onClose={() => setIsOpen(false)} />}
    </SpaceBetween>
  );
}

interface EditNoteProps {
  note: string;
  on: Noted;
  onClose: () => void;
}

function EditNote({ note, on: { kind, id }, onClose }: EditNoteProps) {
  const { id: accountId, api } = useAccount();
  const [text, setText] = useState(note);
  const change = useChange({
    run: () => {
      const request = { params: { path: { id } }, body: { note: text.trim() } };
      return kind === 'campaigns'
        ? unwrap(api.POST('/console/api/campaigns/{id}/note', request))
        : unwrap(api.POST('/console/api/automations/{id}/note', request));
    },
    ...{ done: 'The note is saved.', failed: 'The note was not saved', isQuiet: true },
    changes: [[accountId, kind]],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Note to who decides"
      action="Save note"
      isBusy={change.isPending}
      error={change.error}
      onCancel={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <FormField
        label="Note"
        description="Such as what it is for, and who agreed to it. It is gone when it is launched anew."
        errorText={fieldError(change.error, '/note')}
      >
        <Textarea value={text} onChange={({ detail }) => setText(detail.value)} />
      </FormField>
    </FormModal>
  );
}
