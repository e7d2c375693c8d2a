import Alert from '@cloudscape-design/components/alert';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ApiKey } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { CopyId } from '../../app/copy-id';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { countOf } from '../../format/numbers';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { CreateKey } from './create-key';
import { otherSecretUntil, stateOfKey } from './key-life';
import { RotateKey } from './rotate-key';
import { describeScopes } from './key-scopes';

/** Screen of the API keys of an account. */
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
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Screen title="API keys" description="What programs sign in with." actions={create}>
      <EndingSoon keys={pages.items} />
      <SimpleTable
        pages={pages}
        label="API keys"
        trackBy={(key) => key.id}
        empty={
          <EmptyList
            title="No API keys yet"
            action={<Button onClick={() => setIsCreating(true)}>Create the first key</Button>}
          >
            A program that sends texts or reads contacts signs in with a key. Create one for each program.
          </EmptyList>
        }
        columns={[
          {
            header: 'Name',
            cell: (key) => <KeyName apiKey={key} />,
            sortBy: ({ name = '' }) => name.toLowerCase(),
          },
          {
            header: 'State',
            cell: (key) => <KeyState apiKey={key} />,
            sortBy: (key) => STATES[stateOfKey(key, Date.now())].order,
          },
          { header: 'May', cell: ({ scopes }) => describeScopes(scopes) },
          {
            header: 'Last used',
            cell: ({ lastUsedAt }) => <When at={lastUsedAt} none="Never" />,
            sortBy: ({ lastUsedAt }) => (lastUsedAt === undefined ? 0 : Date.parse(lastUsedAt)),
          },
          {
            header: 'Ends',
            cell: (key) => <KeyEnd apiKey={key} />,
            sortBy: (key) => endMsOf(key),
          },
        ]}
        actions={(key) =>
          ['works', 'endsSoon'].includes(stateOfKey(key, Date.now()))
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
          name={nameOf(rotating)}
          onClose={() => setRotating(undefined)}
          onRotated={(secret) => {
            setRotating(undefined);
            setCreated(secret);
          }}
        />
      )}
      {created !== undefined && (
        <SecretShownOnce title="The new key" secret={created} onClose={() => setCreated(undefined)}>
          <div>
            Id and secret, with a colon between them: user name and password of HTTP Basic authentication. How
            to call the service:{' '}
            <Link href="/docs" external externalIconAriaLabel="Opens in a new tab">
              API reference
            </Link>
          </div>
        </SecretShownOnce>
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

/** Names a key in a sentence. */
const nameOf = ({ id, name }: ApiKey) => (name === undefined ? id : `“${name}”`);

/** Notice above the list that keys end within two weeks. */
function EndingSoon({ keys }: { keys: ApiKey[] }) {
  const soon = keys.filter((key) => stateOfKey(key, Date.now()) === 'endsSoon');
  if (soon.length === 0) return null;
  return (
    <Alert type="warning" header={`${countOf(soon.length, 'key')} will end within 14 days`}>
      {soon.map(nameOf).join(', ')}. Programs with such a key are refused from then on. <b>Rotate</b> gives it
      a new end with a new secret.
    </Alert>
  );
}

function KeyName({ apiKey: { id, name, createdAt } }: { apiKey: ApiKey }) {
  return (
    <>
      {name ?? 'Without a name'}
      <Box fontSize="body-s" color="text-body-secondary">
        <CopyId id={id} what="id of the key" /> created <When at={createdAt} />
      </Box>
    </>
  );
}

const STATES = {
  works: { order: 1 },
  endsSoon: { order: 0 },
  expired: { order: 2 },
  revoked: { order: 3 },
} as const;

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOfKey(apiKey, Date.now());
  if (state === 'revoked') return <Badge>Revoked</Badge>;
  if (state === 'expired') return <Badge>Expired</Badge>;
  const until = otherSecretUntil(apiKey, Date.now());
  return (
    <>
      <Badge color="green">In use</Badge>
      {until !== undefined && (
        <Box fontSize="body-s" color="text-body-secondary">
          Two secrets work; the former one ends <When at={until} />
        </Box>
      )}
    </>
  );
}

const endMsOf = ({ revokedAt, expiresAt }: ApiKey) => {
  const at = revokedAt ?? expiresAt;
  return at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
};

function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const end = <When at={apiKey.revokedAt ?? apiKey.expiresAt} none="Never" />;
  if (stateOfKey(apiKey, Date.now()) !== 'endsSoon') return end;
  return (
    <StatusIndicator type="warning" wrapText={false}>
      {end}
    </StatusIndicator>
  );
}
