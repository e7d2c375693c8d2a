import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import RadioGroup from '@cloudscape-design/components/radio-group';
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
  lastUsedAt?: string;
  expiresAt?: string;
  /** Time until which the secret before the last rotation is valid, too. */
  previousUntil?: string;
  revokedAt?: string;
}

const isExpired = ({ expiresAt }: ApiKey) => expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

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
  const [rotating, setRotating] = useState<ApiKey>();
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
            cell: (key) => <KeyState apiKey={key} />,
          },
          {
            header: 'May',
            cell: ({ scopes }) =>
              scopes.length >= SCOPE_COUNT
                ? 'Everything'
                : scopes.map((scope) => SCOPES[scope] ?? scope).join(', '),
          },
          { header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
          { header: 'Last used', cell: ({ lastUsedAt }) => formatDateTime(lastUsedAt) },
          { header: 'Ends', cell: ({ expiresAt, revokedAt }) => formatDateTime(revokedAt ?? expiresAt) },
        ]}
        actions={(key) =>
          key.revokedAt === undefined && !isExpired(key)
            ? [
                { text: 'Rotate', label: `Rotate ${key.name ?? key.id}`, onClick: () => setRotating(key) },
                { text: 'Revoke', label: `Revoke ${key.name ?? key.id}`, onClick: () => setRevoking(key) },
              ]
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
      {rotating !== undefined && (
        <RotateKey
          apiKey={rotating}
          onClose={() => setRotating(undefined)}
          onRotated={(secret) => {
            setRotating(undefined);
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

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { revokedAt, previousUntil } = apiKey;
  if (revokedAt !== undefined) return <Badge>Revoked</Badge>;
  if (isExpired(apiKey)) return <Badge>Expired</Badge>;
  const isRotating = previousUntil !== undefined && Date.parse(previousUntil) > Date.now();
  return (
    <>
      <Badge color="green">In use</Badge>
      {isRotating && <div>The secret before works until {formatDateTime(previousUntil)}</div>}
    </>
  );
}

const OVERLAPS = [
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
  { value: '0', label: 'Not at all' },
];

interface RotateProps {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

function RotateKey({ apiKey, onClose, onRotated }: RotateProps) {
  const [overlapHours, setOverlapHours] = useState('24');
  const rotate = useConsoleChange<ApiKey & { secret: string }>({
    failed: 'The key was not rotated',
    isQuiet: true,
    changes: ['keys'],
    onDone: ({ id, secret }) => onRotated(`${id}:${secret}`),
  });
  return (
    <FormModal
      title={`Give ${nameOf(apiKey)} a new secret`}
      action="Rotate"
      isBusy={rotate.isPending}
      error={rotate.error}
      onCancel={onClose}
      onSubmit={() =>
        rotate.mutate({
          method: 'POST',
          path: `keys/${apiKey.id}/rotate`,
          body: { overlapHours: Number(overlapHours) },
        })
      }
    >
      <FormField
        label="How long the present secret works on"
        description="So that programs can change over to the new one."
      >
        <RadioGroup
          value={overlapHours}
          items={OVERLAPS}
          onChange={({ detail }) => setOverlapHours(detail.value)}
        />
      </FormField>
    </FormModal>
  );
}

const nameOf = ({ id, name }: ApiKey) => (name === undefined ? id : `“${name}” (${id})`);

function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [days, setDays] = useState('');
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
            ...(days.trim() !== '' && { expiresInHours: Number(days) * 24 }),
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
        <FormField
          label="Ends after days"
          description="Empty: the key has no end."
          errorText={fieldError(create.error, '/expiresInHours')}
        >
          <Input
            value={days}
            type="number"
            inputMode="numeric"
            onChange={({ detail }) => setDays(detail.value)}
          />
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
