import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { EndChoice } from './end-choice';
import { type EndState, readEnd } from './end-state';
import type { KeyScope } from './key-scopes';
import { ScopeChoice } from './scope-choice';

/** Form of a new key. One without anything that it may do is not made. */
export function CreateKey({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (secret: string) => void;
}) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<KeyScope[]>([]);
  const [end, setEnd] = useState<EndState>({ end: 'never', day: '' });
  const [isTried, setIsTried] = useState(false);
  const { hours, isMissing } = readEnd(end, Date.now());
  const create = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/keys', {
          body: {
            ...{ scopes, ...(name.trim() !== '' && { name: name.trim() }) },
            ...(hours !== undefined && { expiresInHours: hours }),
          },
        }),
      ),
    failed: 'The key was not created',
    isQuiet: true,
    changes: ['keys'],
    onDone: ({ id, secret }) => onCreated(`${id}:${secret}`),
  });
  const submit = () => {
    setIsTried(true);
    if (scopes.length > 0 && !isMissing) create.mutate(undefined);
  };
  return (
    <FormModal
      title="Create an API key"
      action="Create"
      isBusy={create.isPending}
      error={create.error}
      onCancel={onClose}
      onSubmit={submit}
    >
      <FormField
        label="Name"
        description="Such as the program that uses it."
        errorText={fieldError(create.error, '/name')}
      >
        <Input value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      <ScopeChoice
        scopes={scopes}
        error={
          isTried && scopes.length === 0
            ? 'Choose at least one: a key without any could do nothing.'
            : fieldError(create.error, '/scopes')
        }
        onChange={setScopes}
      />
      <EndChoice
        state={end}
        error={isTried && isMissing ? 'Choose a day to come.' : fieldError(create.error, '/expiresInHours')}
        onChange={setEnd}
      />
    </FormModal>
  );
}
