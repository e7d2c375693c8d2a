import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useParams } from 'react-router';
import type { Webhook } from '../../api/schemas';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { NotFoundScreen } from '../../app/not-found-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { CopyId } from '../../app/copy-id';
import { When } from '../../format/when';
import { DeliveryTable } from './delivery-table';
import { useEndpoints } from './endpoint';
import { EndpointActions } from './endpoint-actions';
import { EndpointStatus } from './endpoint-status';
import { type EventType, nameOfEvent } from './event-words';

/** Screen of one endpoint with its deliveries. */
export function Component() {
  const { endpointId = '' } = useParams();
  const { path } = useAccount();
  const { data, error, refetch } = useEndpoints();
  if (data === undefined) {
    if (error === null) return <LoadingScreen />;
    const parent = { text: 'Webhooks', path: path('webhooks') };
    return <FailedScreen title="Webhook" parent={parent} error={error} onRetry={() => void refetch()} />;
  }
  const endpoint = data.results.find(({ id }) => id === endpointId);
  return endpoint === undefined ? (
    <NotFoundScreen />
  ) : (
    <EndpointDetail endpoint={endpoint} eventTypes={data.eventTypes} />
  );
}

function EndpointDetail({
  endpoint,
  eventTypes: known,
}: {
  endpoint: Webhook;
  eventTypes: readonly EventType[];
}) {
  const { path } = useAccount();
  const { id, url, description, eventTypes, batch, lastSuccessAt, previousSecretValidUntil, createdAt } =
    endpoint;
  return (
    <Screen
      title={description ?? url}
      description={<EndpointStatus endpoint={endpoint} />}
      parent={{ text: 'Webhooks', path: path('webhooks') }}
      actions={<EndpointActions endpoint={endpoint} eventTypes={known} />}
    >
      <Container>
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Address', value: <span className="wrap-anywhere">{url}</span> },
            { label: 'Events', value: eventTypes?.map(nameOfEvent).join(', ') ?? 'All' },
            { label: 'Each request has', value: batch === true ? 'Up to 100 events' : 'One event' },
            { label: 'Last success', value: <When at={lastSuccessAt} none="None yet" /> },
            { label: 'Added', value: <When at={createdAt} /> },
            { label: 'Id', value: <CopyId id={id} what="id of the endpoint" /> },
            ...(previousSecretValidUntil === undefined
              ? []
              : [
                  {
                    label: 'The old secret is valid until',
                    value: <When at={previousSecretValidUntil} />,
                  },
                ]),
          ]}
        />
      </Container>
      <DeliveryTable endpoint={endpoint} />
    </Screen>
  );
}
