import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { AddWebhookRequest } from '../../api/schemas';
import { allChosen } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { formatDateTime } from '../../format/dates';
import { allItems } from '../../lists/all-items';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { EndpointStatus } from './endpoint-status';
import { useEndpoints } from './endpoint';

export function Component() {
  const { path } = useAccount();
  const query = useEndpoints();
  const [isAdding, setIsAdding] = useOpened();
  const [secret, setSecret] = useState<string>();
  const add = (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      Add endpoint
    </Button>
  );
  return (
    <Screen
      title="Webhooks"
      description="Addresses of your programs that are told what happens, such as a delivery or a reply."
      actions={add}
    >
      <SimpleTable
        pages={allItems(query)}
        label="Endpoints"
        trackBy={(endpoint) => endpoint.id}
        empty={
          <EmptyList title="No endpoints yet">
            Add the address of a program of yours that is to be told of deliveries, replies and opt-outs.
          </EmptyList>
        }
        columns={[
          {
            header: 'Address',
            cell: (endpoint) => <RouteLink to={path(`webhooks/${endpoint.id}`)}>{endpoint.url}</RouteLink>,
          },
          { header: 'State', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
          { header: 'Events', cell: ({ eventTypes }) => eventTypes?.join(', ') ?? 'All' },
          { header: 'Last success', cell: ({ lastSuccessAt }) => formatDateTime(lastSuccessAt) },
          { header: 'Added', cell: ({ createdAt }) => formatDateTime(createdAt) },
        ]}
      />
      {isAdding && (
        <AddEndpoint
          eventTypes={query.data?.eventTypes ?? []}
          onClose={() => setIsAdding(false)}
          onAdded={(made) => {
            setIsAdding(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretShownOnce title="The endpoint’s secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </Screen>
  );
}

type EventType = NonNullable<AddWebhookRequest['eventTypes']>[number];

interface AddProps {
  eventTypes: readonly EventType[];
  onClose: () => void;
  onAdded: (secret: string) => void;
}

function AddEndpoint({ eventTypes, onClose, onAdded }: AddProps) {
  const [url, setUrl] = useState('https://');
  const [chosen, setChosen] = useState<readonly EventType[]>([]);
  const [isBatched, setIsBatched] = useState(false);
  const options = eventTypes.map((value) => ({ value, label: value }));
  const add = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/webhooks', {
          body: {
            ...{ url, ...(chosen.length > 0 && { eventTypes: [...chosen] }) },
            ...(isBatched && { batch: true }),
          },
        }),
      ),
    failed: 'The endpoint was not added',
    isQuiet: true,
    changes: ['webhooks'],
    onDone: ({ secret }) => onAdded(secret),
  });
  return (
    <FormModal
      title="Add an endpoint"
      action="Add"
      isBusy={add.isPending}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="Address"
        description="Takes POST requests at https. Each is signed with the secret that you see next."
        errorText={fieldError(add.error, '/url')}
      >
        <Input value={url} type="url" onChange={({ detail }) => setUrl(detail.value.trim())} autoFocus />
      </FormField>
      <FormField
        label="Events"
        description="None chosen: all of them."
        errorText={fieldError(add.error, '/eventTypes')}
      >
        <Multiselect
          selectedOptions={options.filter(({ value }) => chosen.includes(value))}
          options={options}
          placeholder="All"
          expandToViewport
          onChange={({ detail }) => setChosen(allChosen(options, detail.selectedOptions))}
        />
      </FormField>
      <Checkbox
        checked={isBatched}
        description="Fewer requests for a receiver of many events. It takes a list of up to 100 in place of one event, and stays so for this endpoint."
        onChange={({ detail }) => setIsBatched(detail.checked)}
      >
        Several events in one request
      </Checkbox>
    </FormModal>
  );
}
