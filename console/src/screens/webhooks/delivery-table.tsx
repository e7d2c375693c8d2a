import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Modal from '@cloudscape-design/components/modal';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook, WebhookDelivery } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { DeliveryState } from './endpoint-status';

const STATUSES: { value: WebhookDelivery['status']; text: string }[] = [
  { value: 'pending', text: 'Waiting' },
  { value: 'delivered', text: 'Delivered' },
  { value: 'failed', text: 'Failed' },
];
const SHOWN = [{ id: 'all', text: 'All' }, ...STATUSES.map(({ value, text }) => ({ id: value, text }))];
const READ_AGAIN_AFTER_MS = 5_000;

/** Table of an endpoint's deliveries in the last 30 days, with their outcomes. */
export function DeliveryTable({ endpoint }: { endpoint: Webhook }) {
  const { id, api } = useAccount();
  const list = `webhooks/${endpoint.id}/deliveries`;
  const params = { path: { id: endpoint.id } };
  const [shown, setShown] = useState('all');
  const [opened, setOpened] = useState<WebhookDelivery>();
  const status = chosenOf(STATUSES, shown);
  const pages = usePages({
    queryKey: [id, list, status],
    fetchPage: (page) => {
      const query = { ...page, ...(status && { status }) };
      return unwrap(api.GET('/console/api/webhooks/{id}/deliveries', { params: { ...params, query } }));
    },
    refetchIntervalMs: READ_AGAIN_AFTER_MS,
  });
  const replay = useAccountChange({
    run: (_, eventId: string) =>
      unwrap(api.POST('/console/api/webhooks/{id}/replay', { params, body: { eventId } })),
    done: 'The event is on its way again.',
    failed: 'It was not sent again',
    changes: [list],
  });
  return (
    <>
      <SimpleTable
        pages={pages}
        label="Deliveries"
        trackBy={({ eventId }) => eventId}
        header={
          <Header variant="h2" description="Of the last 30 days, the newest event first.">
            Deliveries
          </Header>
        }
        filter={
          <SegmentedControl
            label="Which deliveries"
            selectedId={shown}
            options={SHOWN}
            onChange={({ detail }) => setShown(detail.selectedId)}
          />
        }
        empty={
          <EmptyList title={shown === 'all' ? 'No deliveries yet' : 'No such deliveries'}>
            They appear as things happen. Send a test to see one.
          </EmptyList>
        }
        columns={[
          { header: 'Event', cell: ({ eventType }) => eventType },
          { header: 'Happened', cell: ({ eventTime }) => formatDateTime(eventTime) },
          { header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
          { header: 'Attempts', cell: ({ attempts }) => formatCount(attempts) },
          {
            header: 'Last answer',
            cell: ({ lastResponseStatus, lastError }) => lastError ?? lastResponseStatus ?? '–',
          },
          { header: 'Next attempt', cell: ({ nextAttemptAt }) => formatDateTime(nextAttemptAt) },
        ]}
        actions={(delivery) => [
          { text: 'Show', label: `Show ${delivery.eventId}`, onClick: () => setOpened(delivery) },
          ...(delivery.status === 'pending' || endpoint.status === 'disabled'
            ? []
            : [
                {
                  text: 'Send again',
                  label: `Send ${delivery.eventId} again`,
                  onClick: () => replay.mutate(delivery.eventId),
                },
              ]),
        ]}
      />
      {opened !== undefined && <EventModal delivery={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function EventModal({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  return (
    <Modal
      visible
      size="large"
      header={delivery.eventType}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </Box>
      }
    >
      <Box variant="code">
        <pre className="wrap-anywhere">{JSON.stringify(delivery.event, null, 2)}</pre>
      </Box>
    </Modal>
  );
}
