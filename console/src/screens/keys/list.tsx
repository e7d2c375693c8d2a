import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface ApiKey {
  id: string;
  name?: string;
  scopes: string[];
  createdAt: string;
  revokedAt?: string;
}

const SCOPES: Record<string, string> = {
  'messages:send': 'Send texts',
  'messages:read': 'Read texts',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Change contacts',
  'campaigns:read': 'Read campaigns',
  'campaigns:write': 'Write campaigns',
  'campaigns:launch': 'Launch campaigns',
};
const SCOPE_COUNT = Object.keys(SCOPES).length;

export function Component() {
  const { id } = useAccount();
  const pages = useConsoleList<ApiKey>('keys', id);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = useConsoleChange({
    done: 'The key is revoked. Requests with it are refused from now on.',
    failed: 'The key was not revoked',
    changes: ['keys'],
    onDone: () => setRevoking(undefined),
  });
  return (
    <Screen
      title="API keys"
      description="What programs sign in with."
      actions={
        <Button variant="primary" onClick={() => setIsCreating(true)}>
          Create key
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label="API keys"
        trackBy={(key) => key.id}
        empty={<EmptyList title="No API keys">A program that sends texts needs one.</EmptyList>}
        columns={[
          { header: 'Name', cell: ({ name }) => name ?? 'Without a name' },
          { header: 'Key', cell: (key) => key.id },
          {
            header: 'State',
            cell: ({ revokedAt }) =>
              revokedAt === undefined ? <Badge color="green">In use</Badge> : <Badge>Revoked</Badge>,
          },
          {
            header: 'May',
            cell: ({ scopes }) =>
              scopes.length >= SCOPE_COUNT
                ? 'Everything'
                : scopes.map((scope) => SCOPES[scope] ?? scope).join(', '),
          },
          { header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
          { header: 'Revoked', cell: ({ revokedAt }) => formatDateTime(revokedAt) },
        ]}
        actions={(key) =>
          key.revokedAt === undefined
            ? [{ text: 'Revoke', label: `Revoke ${key.name ?? key.id}`, onClick: () => setRevoking(key) }]
            : []
        }
      />
      {isCreating && (
        <CreateKey
          onClose={() => setIsCreating(false)}
          onCreated={(secret) => {
            setIsCreating(false);
            setCreated(secret);
          }}
        />
      )}
      {created !== undefined && (
        <SecretShownOnce title="The new key" secret={created} onClose={() => setCreated(undefined)} />
      )}
      {revoking !== undefined && (
        <Confirm
          title="Revoke this key?"
          action="Revoke"
          isBusy={revoke.isPending}
          onCancel={() => setRevoking(undefined)}
          onConfirm={() => revoke.mutate({ method: 'POST', path: `keys/${revoking.id}/revoke`, body: {} })}
        >
          Programs that use {nameOf(revoking)} are refused at once. A revoked key cannot be used again.
        </Confirm>
      )}
    </Screen>
  );
}

const nameOf = ({ id, name }: ApiKey) => (name === undefined ? id : `“${name}” (${id})`);

function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const options = Object.entries(SCOPES).map(([value, label]) => ({ value, label, description: value }));
  const create = useConsoleChange<ApiKey & { secret: string }>({
    failed: 'The key was not created',
    isQuiet: true,
    changes: ['keys'],
    onDone: ({ id, secret }) => onCreated(`${id}:${secret}`),
  });
  return (
    <FormModal
      title="Create an API key"
      action="Create"
      isBusy={create.isPending}
      error={create.error}
      onCancel={onClose}
      onSubmit={() =>
        create.mutate({
          method: 'POST',
          path: 'keys',
          body: {
            ...(name.trim() !== '' && { name: name.trim() }),
            ...(scopes.length > 0 && { scopes }),
          },
        })
      }
    >
      <SpaceBetween size="l">
        <FormField
          label="Name"
          description="Such as the program that uses it."
          errorText={fieldError(create.error, '/name')}
        >
          <Input value={name} onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        <FormField label="What it may do" description="None chosen: everything.">
          <Multiselect
            selectedOptions={options.filter(({ value }) => scopes.includes(value))}
            options={options}
            placeholder="Everything"
            expandToViewport
            onChange={({ detail }) => setScopes(detail.selectedOptions.map(({ value }) => value ?? ''))}
          />
        </FormField>
      </SpaceBetween>
    </FormModal>
  );
}
