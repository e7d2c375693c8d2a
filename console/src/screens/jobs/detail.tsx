import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { unwrap } from '../../api/client';
import { Confirm } from '../../app/confirm';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { ExportButton } from '../../exports/export-button';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { RecipientTable } from '../../recipients/recipient-table';
import { SenderName } from '../../senders/sender-name';
import { WaitNotice } from '../../sending/wait-notice';
import { cancelJob } from './cancel-job';
import { JobStatus } from './job-status';

const POLL_MS = 3_000;

export function Component() {
  const { kind, jobId = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const [isCancelling, setIsCancelling] = useState(false);
  const isBatch = kind === 'batch';
  const params = { params: { path: { id: jobId } } };
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    queryKey: [id, 'jobs', jobId],
    queryFn: () =>
      isBatch
        ? unwrap(api.GET('/api/v1/messaging/batch/{id}', params))
        : unwrap(api.GET('/api/v1/messaging/broadcast/{id}', params)),
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'processing' ? POLL_MS : false,
  });
  const cancel = useChange({
    run: () => cancelJob(api, { id: jobId, kind }),
    done: 'It is cancelled. Who was not sent to yet gets nothing.',
    failed: 'It was not cancelled',
    changes: [[id, 'jobs']],
    onDone: () => setIsCancelling(false),
  });
  if (job === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Broadcast or batch"
        parent={{ text: 'Broadcasts and batches', path: path('jobs') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const { counts, totalRecipients, status } = job;
  const done = totalRecipients - counts.pending;
  return (
    <Screen
      title={`${isBatch ? 'Batch' : 'Broadcast'} of ${formatDateTime(job.createdAt)}`}
      description={<JobStatus status={status} />}
      parent={{ text: 'Broadcasts and batches', path: path('jobs') }}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {(status === 'queued' || status === 'processing') && can('messages:send') && (
            <Button onClick={() => setIsCancelling(true)}>Cancel</Button>
          )}
          <ExportButton of={isBatch ? { batchId: jobId } : { broadcastId: jobId }} />
        </SpaceBetween>
      }
    >
      <WaitNotice waitingFor={job.waitingFor} until="within 24 hours" />
      <Container header={<Header variant="h2">Progress</Header>}>
        <SpaceBetween size="l">
          <ProgressBar
            value={totalRecipients === 0 ? 100 : Math.floor((100 * done) / totalRecipients)}
            status={status === 'completed' ? 'success' : 'in-progress'}
            resultText={`All ${formatCount(totalRecipients)} recipients are done`}
            label={`${formatCount(done)} of ${formatCount(totalRecipients)} recipients`}
          />
          <KeyValuePairs
            columns={4}
            items={[
              { label: 'Sent', value: formatCount(counts.sent) },
              { label: 'Failed', value: formatCount(counts.failed) },
              { label: 'Skipped', value: formatCount(counts.skipped) },
              { label: 'Waiting', value: formatCount(counts.pending) },
              { label: 'From', value: <SenderName from={job.from} /> },
              {
                label: 'Text',
                value: 'body' in job && typeof job.body === 'string' ? job.body : 'One for each recipient',
              },
              { label: 'Started', value: formatDateTime(job.startedAt) },
              { label: 'Completed', value: formatDateTime(job.completedAt) },
            ]}
          />
        </SpaceBetween>
      </Container>
      <RecipientTable
        queryKey={[id, 'jobs', jobId, 'recipients']}
        read={(query) => {
          const request = { params: { path: { id: jobId }, query } };
          return isBatch
            ? unwrap(api.GET('/api/v1/messaging/batch/{id}/recipients', request))
            : unwrap(api.GET('/api/v1/messaging/broadcast/{id}/recipients', request));
        }}
      />
      {isCancelling && (
        <Confirm
          title="Cancel it?"
          action="Cancel it"
          isBusy={cancel.isPending}
          onCancel={() => setIsCancelling(false)}
          onConfirm={() => cancel.mutate(undefined)}
        >
          Recipients who wait get nothing. Texts that were sent stay sent.
        </Confirm>
      )}
    </Screen>
  );
}
