import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { SecretShownOnce } from '../../app/secret-shown-once';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { countOf } from '../../format/numbers';
import { EditEndpoint } from './edit-endpoint';
import { useTurn } from './endpoint';
import type { EventType } from './event-words';
import { ReplaySince } from './replay-since';
import { sendAgain } from './send-again';

/** Actions for an endpoint. */
export function EndpointActions({
  endpoint,
  eventTypes,
}: {
  endpoint: Webhook;
  eventTypes: readonly EventType[];
}) {
  const { path } = useAccount();
  const navigate = useNavigate();
  const params = { path: { id: endpoint.id } };
  const [opened, setOpened] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpened(undefined);
  const isOn = endpoint.status === 'enabled';
  const lists = ['webhooks', `webhooks/${endpoint.id}/deliveries`];
  const test = useAccountChange({
    run: (api) => unwrap(api.POST('/console/api/webhooks/{id}/test', { params })),
    done: 'A test event is on its way. Its delivery is in the list below.',
    failed: 'No test was sent',
    changes: lists,
  });
  const turn = useTurn();
  const retry = useAccountChange({
    run: (api) => sendAgain(api, endpoint.id, { onlyWaiting: true }),
    done: (count: number) =>
      count === 0 ? 'Nothing waits for a next attempt.' : `${countOf(count, 'event')} on the way again.`,
    failed: 'They were not attempted',
    changes: lists,
  });
  const rotate = useAccountChange({
    run: (api) => unwrap(api.POST('/console/api/webhooks/{id}/rotate', { params })),
    failed: 'The secret was not changed',
    changes: lists,
    onDone: (made) => {
      close();
      setSecret(made.secret);
    },
  });
  const remove = useAccountChange({
    run: (api) => unwrap(api.DELETE('/console/api/webhooks/{id}', { params })),
    done: 'The endpoint is removed.',
    failed: 'The endpoint was not removed',
    changes: ['webhooks'],
    onDone: () => void navigate(path('webhooks')),
  });
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <ButtonDropdown
          items={[
            { id: 'turn', text: isOn ? 'Turn off' : 'Turn on' },
            { id: 'retry', text: 'Retry now', disabled: !isOn || retry.isPending },
            { id: 'replay', text: 'Send again since …', disabled: !isOn },
            { id: 'rotate', text: 'New secret' },
            { id: 'remove', text: 'Remove' },
          ]}
          onItemClick={({ detail }) => {
            if (detail.id === 'turn') turn.mutate({ id: endpoint.id, verb: isOn ? 'disable' : 'enable' });
            else if (detail.id === 'retry') retry.mutate(undefined);
            else setOpened(detail.id);
          }}
        >
          Actions
        </ButtonDropdown>
        <Button onClick={() => setOpened('edit')}>Change</Button>
        {isOn && endpoint.failingSince !== undefined && (
          <Button loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Retry now
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!isOn}
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          Send a test
        </Button>
      </SpaceBetween>
      {opened === 'edit' && <EditEndpoint endpoint={endpoint} eventTypes={eventTypes} onClose={close} />}
      {opened === 'replay' && <ReplaySince endpoint={endpoint} onClose={close} />}
      {opened === 'rotate' && (
        <Confirm
          title="Make a new secret?"
          action="Make a new secret"
          isBusy={rotate.isPending}
          onCancel={close}
          onConfirm={() => rotate.mutate(undefined)}
        >
          For 24 hours requests are signed with both, the present secret and the new one, so that the receiver
          can change over at any time.
        </Confirm>
      )}
      {opened === 'remove' && (
        <Confirm
          title="Remove this endpoint?"
          action="Remove"
          isBusy={remove.isPending}
          onCancel={close}
          onConfirm={() => remove.mutate(undefined)}
        >
          {endpoint.description ?? endpoint.url} is told nothing any more. What waits for it is deleted.
        </Confirm>
      )}
      {secret !== undefined && (
        <SecretShownOnce title="The new secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
