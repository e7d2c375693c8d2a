import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { Webhook } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { When } from '../../format/when';
import { allItems } from '../../lists/all-items';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { AddEndpoint } from './add-endpoint';
import { EditEndpoint } from './edit-endpoint';
import { useEndpoints, useTurn } from './endpoint';
import { EndpointStatus } from './endpoint-status';
import { describeEvents } from './event-words';

export function Component() {
  const { path } = useAccount();
  const query = useEndpoints();
  const [isAdding, setIsAdding] = useOpened();
  const [editing, setEditing] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const turn = useTurn();
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
          <EmptyList
            title="No endpoints yet"
            action={<Button onClick={() => setIsAdding(true)}>Add the first endpoint</Button>}
          >
            Add the address of a program of yours that is to be told of deliveries, replies and opt-outs.
          </EmptyList>
        }
        columns={[
          {
            header: 'Address',
            minWidth: 240,
            cell: ({ id, url, description }) => (
              <>
                <span className="wrap-anywhere">
                  <RouteLink to={path(`webhooks/${id}`)}>{description ?? url}</RouteLink>
                </span>
                {description !== undefined && (
                  <Box fontSize="body-s" color="text-body-secondary">
                    <span className="wrap-anywhere">{url}</span>
                  </Box>
                )}
              </>
            ),
            sortBy: ({ url, description = url }) => description.toLowerCase(),
          },
          {
            header: 'State',
            cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
            sortBy: ({ status, failingSince }) =>
              status === 'disabled' ? 2 : failingSince === undefined ? 1 : 0,
          },
          { header: 'Events', cell: ({ eventTypes }) => describeEvents(eventTypes) },
          {
            header: 'Last success',
            cell: ({ lastSuccessAt }) => <When at={lastSuccessAt} none="None yet" />,
            sortBy: ({ lastSuccessAt }) => (lastSuccessAt === undefined ? 0 : Date.parse(lastSuccessAt)),
          },
        ]}
        actions={(endpoint) => {
          const name = endpoint.description ?? endpoint.url;
          const isOn = endpoint.status === 'enabled';
          return [
            { text: 'Change', label: `Change ${name}`, onClick: () => setEditing(endpoint) },
            {
              text: isOn ? 'Turn off' : 'Turn on',
              label: `${isOn ? 'Turn off' : 'Turn on'} ${name}`,
              onClick: () => turn.mutate({ id: endpoint.id, verb: isOn ? 'disable' : 'enable' }),
            },
          ];
        }}
      />
      {editing !== undefined && (
        <EditEndpoint
          endpoint={editing}
          eventTypes={query.data?.eventTypes ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
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
