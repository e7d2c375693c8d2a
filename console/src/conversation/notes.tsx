import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import { useEffect, useRef, useState } from 'react';
import { unwrap } from '../api/client';
import type { ConversationNote } from '../api/schemas';
import { fieldError } from '../app/field-error';
import { useAccount } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { formatDateTime } from '../format/dates';
import { useKept } from '../kept/use-kept';

/** Note among the texts of a conversation, which looks like no text. */
export function Note({ note: { text, by, at } }: { note: ConversationNote }) {
  return (
    <div className="note" role="note" aria-label="Note, not sent">
      <Box variant="small" display="block" color="inherit" fontWeight="bold">
        Note, not sent
      </Box>
      <span className="wrap-anywhere">{text}</span>
      <Box variant="small" display="block" color="inherit">
        {by.email} · {formatDateTime(at)}
      </Box>
    </div>
  );
}

/** Form of a note, opened by a button: apart from the answer, so that none is sent by mistake. */
export function AddNote({ phoneNumber }: { phoneNumber: string }) {
  const { id } = useAccount();
  const { value: text, setValue: setText, isRestored } = useKept(`note ${id} ${phoneNumber}`, '');
  const [isOpen, setOpen] = useState(isRestored);
  const field = useRef<TextareaProps.Ref>(null);
  useEffect(() => {
    if (isOpen && !isRestored) field.current?.focus();
  }, [isOpen]);
  const close = () => {
    setText('');
    setOpen(false);
  };
  const add = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/inbox/{phoneNumber}/notes', {
          params: { path: { phoneNumber } },
          body: { text: text.trim() },
        }),
      ),
    failed: 'The note was not added',
    changes: ['inbox'],
    onDone: close,
  });
  if (!isOpen) {
    return (
      <Button iconName="edit" onClick={() => setOpen(true)}>
        Add note
      </Button>
    );
  }
  return (
    <div className="note-form">
      <SpaceBetween size="s">
        <FormField
          label="Note"
          description="For the users of this account. It is never sent."
          errorText={fieldError(add.error, '/text')}
          stretch
        >
          <Textarea ref={field} rows={2} value={text} onChange={({ detail }) => setText(detail.value)} />
        </FormField>
        <SpaceBetween direction="horizontal" size="xs">
          <Button loading={add.isPending} disabled={text.trim() === ''} onClick={() => add.mutate(undefined)}>
            Keep note
          </Button>
          <Button variant="link" onClick={close}>
            Cancel
          </Button>
        </SpaceBetween>
      </SpaceBetween>
    </div>
  );
}
