import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { MAX_BODY_CHARACTERS, MAX_SAVED_REPLY_TITLE_CHARACTERS } from '../../../../shared/limits';
import { unwrap } from '../../api/client';
import type { SavedReply } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { MESSAGE_TEXT } from '../../texts/pieces';
import { LateTextEditor } from '../../texts/late-text-editor';

/** Dialog that makes a saved reply, or changes one. */
export function SavedReplyForm({ reply, onClose }: { reply: SavedReply | undefined; onClose: () => void }) {
  const [title, setTitle] = useState(reply?.title ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const save = useAccountChange({
    run: (api) =>
      reply === undefined
        ? unwrap(api.POST('/console/api/saved-replies', { body: { title, text } }))
        : unwrap(
            api.PATCH('/console/api/saved-replies/{id}', {
              params: { path: { id: reply.id } },
              body: { version: reply.version, title, text },
            }),
          ),
    ...{ done: 'The reply is saved.', failed: 'The reply was not saved', isQuiet: true },
    changes: ['saved-replies'],
    onDone: onClose,
  });
  return (
    <FormModal
      title={reply === undefined ? 'Add a saved reply' : `Edit “${reply.title}”`}
      action="Save"
      isBusy={save.isPending}
      isDisabled={title.trim() === '' || text.trim() === ''}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField
        label="Title"
        description={`By which users find it. Up to ${MAX_SAVED_REPLY_TITLE_CHARACTERS} characters.`}
        errorText={fieldError(save.error, '/title')}
      >
        <Input value={title} onChange={({ detail }) => setTitle(detail.value)} />
      </FormField>
      <LateTextEditor
        label="Text"
        description="Values of the contact are filled in when an answer with it is sent."
        constraintText={`${[...text].length} of ${MAX_BODY_CHARACTERS} characters`}
        errorText={fieldError(save.error, '/text')}
        rows={4}
        body={text}
        onChange={setText}
        kind={MESSAGE_TEXT}
      />
    </FormModal>
  );
}
