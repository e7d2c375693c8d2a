import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ApiKey } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { allChosen } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';

const isExpired = ({ expiresAt }: ApiKey) => expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

type Scope = ApiKey['scopes'][number];

const SCOPES: { value: Scope; label: string }[] = [
  { value: 'messages:send', label: 'Send texts' },
  { value: 'messages:read', label: 'Read texts' },
  { value: 'contacts:read', label: 'Read contacts' },
  { value: 'contacts:write', label: 'Change contacts' },
  { value: 'campaigns:read', label: 'Read campaigns' },
  { value: 'campaigns:write', label: 'Write campaigns' },
  { value: 'campaigns:launch', label: 'Launch campaigns' },
];

const labelOf = (scope: Scope) => SCOPES.find(({ value }) => value === scope)?.label ?? scope;

export function Component() {
  const { id, api } = useAccount();
  const pages = usePages({ queryKey: [id, 'keys'], fetchPage: () => unwrap(api.GET('/console/api/keys')) });
  const [isCreating, setIsCreating] = useOpened();
  const [created, setCreated] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [rotating, setRotating] = useState<ApiKey>();
  const revoke = useAccountChange({
    run: (_, keyId: string) =>
      unwrap(api.POST('/console/api/keys/{id}/revoke', { params: { path: { id: keyId } } })),
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
              scopes.length >= SCOPES.length ? 'Everything' : scopes.map(labelOf).join(', '),
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
          onConfirm={() => revoke.mutate(revoking.id)}
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
  const rotate = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/keys/{id}/rotate', {
          params: { path: { id: apiKey.id } },
          body: { overlapHours: Number(overlapHours) },
        }),
      ),
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
      onSubmit={() => rotate.mutate(undefined)}
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
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState('');
  const options = SCOPES.map((scope) => ({ ...scope, description: scope.value }));
  const create = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/keys', {
          body: {
            ...(name.trim() !== '' && { name: name.trim() }),
            ...(scopes.length > 0 && { scopes: [...scopes] }),
            ...(days.trim() !== '' && { expiresInHours: Number(days) * 24 }),
          },
        }),
      ),
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
      onSubmit={() => create.mutate(undefined)}
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
            onChange={({ detail }) => setScopes(allChosen(options, detail.selectedOptions))}
          />
        </FormField>
      </SpaceBetween>
    </FormModal>
  );
}
