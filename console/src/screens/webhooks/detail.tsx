import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useParams } from 'react-router';
import type { Webhook } from '../../api/schemas';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { NotFoundScreen } from '../../app/not-found-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { DeliveryTable } from './delivery-table';
import { useEndpoints } from './endpoint';
import { EndpointActions } from './endpoint-actions';
import { EndpointStatus } from './endpoint-status';

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
  return endpoint === undefined ? <NotFoundScreen /> : <EndpointDetail endpoint={endpoint} />;
}

function EndpointDetail({ endpoint }: { endpoint: Webhook }) {
  const { path } = useAccount();
  const { id, url, eventTypes, batch, lastSuccessAt, previousSecretValidUntil, createdAt } = endpoint;
  return (
    <Screen
      title={url}
      description={<EndpointStatus endpoint={endpoint} />}
      parent={{ text: 'Webhooks', path: path('webhooks') }}
      actions={<EndpointActions endpoint={endpoint} />}
    >
      <Container>
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Events', value: eventTypes?.join(', ') ?? 'All' },
            { label: 'Each request has', value: batch === true ? 'Up to 100 events' : 'One event' },
            { label: 'Last success', value: formatDateTime(lastSuccessAt) },
            { label: 'Added', value: formatDateTime(createdAt) },
            { label: 'Id', value: id },
            ...(previousSecretValidUntil === undefined
              ? []
              : [
                  {
                    label: 'The old secret is valid until',
                    value: formatDateTime(previousSecretValidUntil),
                  },
                ]),
          ]}
        />
      </Container>
      <DeliveryTable endpoint={endpoint} />
    </Screen>
  );
}
