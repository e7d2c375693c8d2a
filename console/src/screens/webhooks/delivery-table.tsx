import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { lazy, useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook, WebhookDelivery } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { countOf, formatCount } from '../../format/numbers';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { labelOfDelivery } from './delivery-label';
import { DeliveryModal } from './delivery-modal';
import { DeliveryState } from './endpoint-status';
import { nameOfEvent } from './event-words';

const SendSeveral = lazy(() => import('./send-several').then((it) => ({ default: it.SendSeveral })));

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
          <EmptyList
            title={shown === 'all' ? 'No deliveries yet' : 'No such deliveries'}
            action={shown !== 'all' && <Button onClick={() => setShown('all')}>Show all deliveries</Button>}
          >
            They appear as things happen. Send a test to see one.
          </EmptyList>
        }
        bulk={
          endpoint.status === 'disabled'
            ? undefined
            : {
                labelOf: labelOfDelivery,
                isFor: (delivery) => !isDue(delivery),
                actions: [
                  {
                    ...{ id: 'again', text: 'Send again' },
                    dialog: (deliveries, onClose) => (
                      <SendSeveral endpoint={endpoint} deliveries={deliveries} onClose={onClose} />
                    ),
                  },
                ],
              }
        }
        columns={[
          { header: 'Event', cell: ({ eventType }) => nameOfEvent(eventType) },
          { header: 'Happened', cell: ({ eventTime }) => <When at={eventTime} /> },
          { header: 'State', cell: (delivery) => <StateCell delivery={delivery} /> },
          { header: 'Last answer', cell: lastAnswer },
        ]}
        actions={(delivery) => [
          {
            text: 'Show',
            label: `Show ${nameOfEvent(delivery.eventType)} ${delivery.eventId}`,
            onClick: () => setOpened(delivery),
          },
          ...(endpoint.status === 'disabled' || isDue(delivery)
            ? []
            : [againAction(delivery, () => replay.mutate(delivery.eventId))]),
        ]}
      />
      {opened !== undefined && <DeliveryModal delivery={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Returns true for a delivery that is attempted now anyway. */
const isDue = ({ status, nextAttemptAt }: WebhookDelivery) =>
  status === 'pending' && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= Date.now());

function StateCell({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, nextAttemptAt } = delivery;
  return (
    <>
      <DeliveryState delivery={delivery} />
      {attempts > 0 && (
        <Box fontSize="body-s" color="text-body-secondary">
          {countOf(attempts, 'attempt')}
          {nextAttemptAt !== undefined && !isDue(delivery) && (
            <>
              , next <When at={nextAttemptAt} />
            </>
          )}
        </Box>
      )}
    </>
  );
}

function lastAnswer({ lastError, lastResponseStatus, lastDurationMs }: WebhookDelivery): string {
  const took = lastDurationMs === undefined ? '' : `, ${formatCount(lastDurationMs)} ms`;
  if (lastError !== undefined) return `${lastError.replace(/\.$/, '')}${took}`;
  return lastResponseStatus === undefined ? '–' : `It answered ${lastResponseStatus}${took}`;
}

function againAction({ status, eventType, eventId }: WebhookDelivery, onClick: () => void) {
  const text = status === 'pending' ? 'Retry now' : 'Send again';
  return { text, label: `${text} ${nameOfEvent(eventType)} ${eventId}`, onClick };
}
