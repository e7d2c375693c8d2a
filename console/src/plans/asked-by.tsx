import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { CampaignLaunch } from '../api/schemas';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useAccount } from '../app/session';
import { useChange } from '../app/use-change';
import { formatDateTime } from '../format/dates';
import { describePerson } from './describe-person';
import { isNoteTooLong, type Noted, NoteField, saveNote } from './note';

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

function EditNote({ note, on, onClose }: EditNoteProps) {
  const { id: accountId, api } = useAccount();
  const [text, setText] = useState(note);
  const change = useChange({
    run: () => saveNote(api, on, text),
    ...{ done: 'The note is saved.', failed: 'The note was not saved', isQuiet: true },
    changes: [[accountId, on.kind]],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Note to who decides"
      action="Save note"
      isBusy={change.isPending}
      isDisabled={isNoteTooLong(text)}
      error={change.error}
      onCancel={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <NoteField label="Note" note={text} error={fieldError(change.error, '/note')} onChange={setText} />
    </FormModal>
  );
}
