import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import { useEffect, useRef, useState } from 'react';
import { unwrap } from '../api/client';
import type { ConversationNote } from '../api/schemas';
import { describeError, mayHaveGoneOut } from '../api/request-error';
import { fieldError } from '../app/field-error';
import { useAccount, useSession } from '../app/session';
import { useAccountChange } from '../app/use-account-change';
import { formatTimeOfDay } from '../format/dates';
import { useKept } from '../kept/use-kept';
import { nameOfAuthor } from './assignees';
import { type Draft, EMPTY_DRAFT, tryOf } from './draft';
import { useAssignees } from './use-assignees';

/** Note among the texts of a conversation, which looks like no text. */
export function Note({ note }: { note: ConversationNote }) {
  const { user } = useSession();
  const { data: users = [] } = useAssignees();
  return (
    <div className="note" role="note" aria-label="Note, not sent">
      <Box variant="small" display="block" color="inherit" fontWeight="bold">
        Note, not sent
      </Box>
      <span className="wrap-anywhere">{note.text}</span>
      <Box variant="small" display="block" color="inherit">
        {nameOfAuthor(note, { users, ownId: user.id })} · {formatTimeOfDay(note.at)}
      </Box>
    </div>
  );
}

/** Form of a note, opened by a button: apart from the answer, so that none is sent by mistake. */
export function AddNote({ phoneNumber }: { phoneNumber: string }) {
  const { id } = useAccount();
  const { value: draft, setValue: setDraft, isRestored } = useKept(`note ${id} ${phoneNumber}`, EMPTY_DRAFT);
  const [isOpen, setOpen] = useState(isRestored);
  const [said, setSaid] = useState('');
  const { opener, field, form, focusLater } = useNoteFocus(isOpen);
  const open = () => {
    setSaid('');
    focusLater();
    setOpen(true);
  };
  const close = () => {
    setDraft(EMPTY_DRAFT);
    focusLater();
    setOpen(false);
  };
  const add = useAccountChange({
    run: (api, { body, key }: Draft) =>
      unwrap(
        api.POST('/console/api/inbox/{phoneNumber}/notes', {
          params: { path: { phoneNumber } },
          body: { text: body.trim(), key: `console:${key}` },
        }),
      ),
    failed: 'The note was not added',
    isQuiet: true,
    isRepeatable: true,
    changes: ['inbox'],
    onDone: () => {
      setSaid('The note was added.');
      close();
    },
  });
  const submit = () => {
    const next = tryOf(draft, crypto.randomUUID());
    setDraft(next);
    add.mutate(next);
  };
  const cancel = () => {
    add.reset();
    close();
  };
  const { error } = add;
  const invalid = fieldError(error, '/text');
  return (
    <>
      {isOpen ? (
        <div className="note-form" ref={form}>
          <SpaceBetween size="s">
            {error !== null && invalid === undefined && (
              <Alert type="error">
                {describeError(error)}
                {mayHaveGoneOut(error) &&
                  ' It is not known whether the note was added. Keep it again as it is, and it is added once at most.'}
              </Alert>
            )}
            <FormField
              label="Note"
              description="For the users of this account. It is never sent."
              errorText={invalid}
              stretch
            >
              <Textarea
                ref={field}
                rows={2}
                value={draft.body}
                readOnly={add.isPending}
                onChange={({ detail }) => setDraft((before) => ({ ...before, body: detail.value }))}
              />
            </FormField>
            <SpaceBetween direction="horizontal" size="xs">
              <Button loading={add.isPending} disabled={draft.body.trim() === ''} onClick={submit}>
                Keep note
              </Button>
              <Button variant="link" disabled={add.isPending} onClick={cancel}>
                Cancel
              </Button>
            </SpaceBetween>
          </SpaceBetween>
        </div>
      ) : (
        <Button ref={opener} iconName="edit" onClick={open}>
          Add note
        </Button>
      )}
      <LiveRegion hidden>{said}</LiveRegion>
    </>
  );
}

/**
 * Moves the focus into the form of a note when it is opened, and back to its button when it is closed. A user who is
 * elsewhere by then, such as in the answer, stays there.
 */
function useNoteFocus(isOpen: boolean) {
  const opener = useRef<ButtonProps.Ref>(null);
  const field = useRef<TextareaProps.Ref>(null);
  const form = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (isWanted.current) {
      (isOpen ? field : opener).current?.focus();
      // With its buttons, above the bar of a phone.
      if (isOpen) form.current?.scrollIntoView({ block: 'nearest' });
    }
    isWanted.current = false;
  }, [isOpen]);
  const focusLater = () => {
    const { activeElement } = document;
    isWanted.current =
      !isOpen || activeElement === document.body || form.current?.contains(activeElement) === true;
  };
  return { opener, field, form, focusLater };
}
