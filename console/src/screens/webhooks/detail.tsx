import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { consoleRequest } from '../../api/client';
import { Confirm } from '../../app/confirm';
import { LoadingScreen } from '../../app/loading-screen';
import { NotFoundScreen } from '../../app/not-found-screen';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { EmptyList, LoadError } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsolePages } from '../../lists/use-console-pages';
import { DeliveryState, EndpointStatus } from './endpoint-status';
import type { Delivery, Endpoint } from './endpoint';

/** One endpoint: what it was told, and what it did not take. */
export function Component() {
  const { endpointId = '' } = useParams();
  const { id } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'webhooks'],
    queryFn: () => consoleRequest<{ results: Endpoint[] }>('webhooks', { accountId: id }),
  });
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingScreen />;
  const endpoint = data.results.find((one) => one.id === endpointId);
  return endpoint === undefined ? <NotFoundScreen /> : <EndpointDetail endpoint={endpoint} />;
}

function EndpointDetail({ endpoint }: { endpoint: Endpoint }) {
  const { id, path } = useAccount();
  const navigate = useNavigate();
  const base = `webhooks/${endpoint.id}`;
  const [shown, setShown] = useState('all');
  const [secret, setSecret] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const pages = useConsolePages<Delivery>(`${base}/deliveries`, { accountId: id, query: { status: shown } });
  const lists = ['webhooks', `${base}/deliveries`];
  const failed = 'That was not done';
  const test = useConsoleChange({ done: 'A test event is on its way.', failed, changes: lists });
  const replay = useConsoleChange<{ replayed: number }>({
    done: ({ replayed }) => `${replayed} sent again.`,
    failed,
    changes: lists,
  });
  const turn = useConsoleChange({ done: 'Done.', failed, changes: lists });
  const rotate = useConsoleChange<{ secret: string }>({
    failed,
    changes: lists,
    onDone: (made) => setSecret(made.secret),
  });
  const remove = useConsoleChange({
    done: 'The endpoint is removed.',
    failed,
    changes: ['webhooks'],
    onDone: () => void navigate(path('webhooks')),
  });
  const isOn = endpoint.status === 'enabled';
  return (
    <Screen
      title={endpoint.url}
      description={<EndpointStatus endpoint={endpoint} />}
      parent={{ text: 'Webhooks', path: path('webhooks') }}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => setIsRemoving(true)}>Remove</Button>
          <Button
            onClick={() =>
              turn.mutate({ method: 'POST', path: `${base}/${isOn ? 'disable' : 'enable'}`, body: {} })
            }
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
          <Button onClick={() => rotate.mutate({ method: 'POST', path: `${base}/rotate`, body: {} })}>
            New secret
          </Button>
          <Button
            variant="primary"
            onClick={() => test.mutate({ method: 'POST', path: `${base}/test`, body: {} })}
          >
            Send a test
          </Button>
        </SpaceBetween>
      }
    >
      <Container>
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Events', value: endpoint.eventTypes?.join(', ') ?? 'All' },
            { label: 'Last success', value: formatDateTime(endpoint.lastSuccessAt) },
            { label: 'Earlier secret valid until', value: formatDateTime(endpoint.previousSecretValidUntil) },
            { label: 'Id', value: endpoint.id },
          ]}
        />
      </Container>
      <SimpleTable
        pages={pages}
        label="Deliveries"
        trackBy={({ eventId }) => eventId}
        filter={
          <SegmentedControl
            label="Which deliveries"
            selectedId={shown}
            options={[
              { id: 'all', text: 'All' },
              { id: 'failed', text: 'Failed' },
            ]}
            onChange={({ detail }) => setShown(detail.selectedId)}
          />
        }
        empty={
          <EmptyList title="No deliveries">They appear as things happen. Send a test to see one.</EmptyList>
        }
        columns={[
          { header: 'Event', cell: ({ eventType }) => eventType },
          { header: 'Happened', cell: ({ eventTime }) => formatDateTime(eventTime) },
          { header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
          { header: 'Attempts', cell: ({ attempts }) => attempts },
          {
            header: 'Answer',
            cell: ({ lastResponseStatus, lastError }) => lastResponseStatus ?? lastError ?? '–',
          },
          { header: 'Next attempt', cell: ({ nextAttemptAt }) => formatDateTime(nextAttemptAt) },
        ]}
        actions={(delivery) => [
          {
            text: 'Send again',
            label: `Send ${delivery.eventId} again`,
            onClick: () =>
              replay.mutate({ method: 'POST', path: `${base}/replay`, body: { eventId: delivery.eventId } }),
          },
        ]}
      />
      {secret !== undefined && (
        <SecretShownOnce title="The new secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
      {isRemoving && (
        <Confirm
          title="Remove this endpoint?"
          action="Remove"
          isBusy={remove.isPending}
          onCancel={() => setIsRemoving(false)}
          onConfirm={() => remove.mutate({ method: 'DELETE', path: base })}
        >
          {endpoint.url} is told nothing any more. What waits for it is dropped.
        </Confirm>
      )}
    </Screen>
  );
}
