import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { ReadModal } from '../../app/read-modal';
import { unwrap } from '../../api/client';
import type { WebhookAttempt, WebhookDelivery } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { formatRelative } from '../../format/relative-time';
import { LoadError } from '../../lists/list-states';
import { DeliveryState } from './endpoint-status';
import { nameOfEvent, partsOfEvent } from './event-words';

/** Dialog with an event as it was sent, and what the receiver answered at each attempt. */
export function DeliveryModal({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { id, api } = useAccount();
  const { endpointId, eventId, eventType, eventTime } = delivery;
  const { data, error, refetch } = useQuery({
    queryKey: [id, `webhooks/${endpointId}/deliveries`, eventId],
    queryFn: () =>
      unwrap(
        api.GET('/console/api/webhooks/{id}/deliveries/{eventId}', {
          params: { path: { id: endpointId, eventId } },
        }),
      ),
  });
  const shown = data ?? delivery;
  return (
    <ReadModal title={nameOfEvent(eventType)} size="large" onClose={onClose}>
      <SpaceBetween size="l">
        <SpaceBetween direction="horizontal" size="m">
          <DeliveryState delivery={shown} />
          <span>Happened {formatDateTime(eventTime)}</span>
        </SpaceBetween>
        {shown.erased === true && (
          <Alert type="info">
            A person in it has been erased since, and so has what the receiver answered about the person.
          </Alert>
        )}
        <SpaceBetween size="s">
          <Header variant="h3">What was sent</Header>
          <KeyValuePairs columns={2} items={partsOfEvent(shown.event).map(asWrapped)} />
          <ExpandableSection headerText="The event as it was sent, in JSON">
            <Box variant="code">
              <pre className="wrap-anywhere">{JSON.stringify(shown.event, null, 2)}</pre>
            </Box>
          </ExpandableSection>
        </SpaceBetween>
        <SpaceBetween size="s">
          <Header variant="h3">What came back</Header>
          {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Spinner />}
          {data !== undefined && <Attempts attempts={data.history} delivery={data} />}
        </SpaceBetween>
      </SpaceBetween>
    </ReadModal>
  );
}

const asWrapped = ({ label, value }: { label: string; value: string }) => ({
  label,
  value: <span className="wrap-anywhere">{value}</span>,
});

/** Attempts at a delivery, the newest first. */
function Attempts({ attempts, delivery }: { attempts: WebhookAttempt[]; delivery: WebhookDelivery }) {
  if (attempts.length === 0) return <NoAttempts delivery={delivery} />;
  return attempts
    .map((attempt, index) => (
      <ExpandableSection
        key={`${attempt.at} ${index}`}
        defaultExpanded={index === attempts.length - 1}
        headerText={describeAnswer(attempt)}
        headerDescription={`Attempt ${index + 1}, ${formatRelative(attempt.at, Date.now())}, after ${describeDuration(attempt.durationMs)}`}
      >
        <Answer attempt={attempt} />
      </ExpandableSection>
    ))
    .toReversed();
}

function NoAttempts({ delivery }: { delivery: WebhookDelivery }) {
  const { lastAttemptAt, lastResponseStatus, lastError } = delivery;
  if (lastAttemptAt === undefined) return <Box>{lastError ?? 'It was not attempted yet.'}</Box>;
  return (
    <Box>
      {lastResponseStatus === undefined ? lastError : `It answered ${lastResponseStatus}`}, at{' '}
      {formatDateTime(lastAttemptAt)}. The answer itself is not kept.
    </Box>
  );
}

const describeAnswer = ({ responseStatus, error }: WebhookAttempt) =>
  error ?? `It answered ${responseStatus ?? 'nothing'}.`;

const SECOND_MS = 1_000;

/** Formats how long an attempt took. */
const describeDuration = (durationMs: number) =>
  durationMs < SECOND_MS ? `${durationMs} ms` : `${formatCount(Math.round(durationMs / 100) / 10)} s`;

function Answer({ attempt: { at, answer, isAnswerCut, responseStatus } }: { attempt: WebhookAttempt }) {
  const time = (
    <Box fontSize="body-s" color="text-body-secondary">
      {formatDateTime(at)}
    </Box>
  );
  if (answer === undefined) {
    return (
      <>
        {time}
        <Box>
          {responseStatus === undefined ? 'No answer came.' : 'The answer was empty, or is not kept.'}
        </Box>
      </>
    );
  }
  return (
    <>
      {time}
      <Box variant="code">
        <pre className="wrap-anywhere">{answer}</pre>
      </Box>
      {isAnswerCut === true && (
        <Box fontSize="body-s" color="text-body-secondary">
          This is the beginning of a longer answer.
        </Box>
      )}
    </>
  );
}
