import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import LiveRegion from '@cloudscape-design/components/live-region';
import { unwrap } from '../../api/client';
import type { ConsoleImport } from '../../api/schemas';
import { FailedScreen } from '../../app/failed-screen';
import { useFlashes } from '../../app/flashes';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteButton } from '../../app/route-button';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { RouteLink } from '../../app/route-link';
import { formatDateTime } from '../../format/dates';
import { countOf, formatCount } from '../../format/numbers';
import { describeForListeners } from './describe-import';
import { ImportProgress } from './import-progress';
import { ImportReport } from './import-report';
import { ImportStatus } from './import-status';
import { RejectedRows } from './rejected-rows';

const POLL_MS = 2_000;
const URL_REFRESH_MS = 45 * 60_000;

/** Screen of an import's progress, and of the outcome of its rows. */
export function Component() {
  const { importId = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'imports', importId],
    queryFn: () => unwrap(api.GET('/console/api/imports/{id}', { params: { path: { id: importId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  });
  // “The import has begun” is out of date once it is completed.
  const isOver = data !== undefined && data.status !== 'running';
  const { leaveScreen } = useFlashes();
  useEffect(() => {
    if (isOver) leaveScreen();
  }, [isOver, leaveScreen]);
  const cancel = useChange({
    run: () =>
      unwrap(api.POST('/api/v1/contacts/imports/{id}/cancel', { params: { path: { id: importId } } })),
    done: 'The import is cancelled. What was imported stays.',
    failed: 'The import was not cancelled',
    changes: [[id, 'imports']],
  });
  const start = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/contacts/imports/{id}/start', {
          params: { path: { id: importId } },
          body: { dryRun: false },
        }),
      ),
    done: 'The import has begun.',
    failed: 'The import did not begin',
    changes: [[id, 'imports']],
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Import"
        parent={{ text: 'Imports', path: path('imports') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const canStart = data.status === 'completed' && data.dryRun && can('contacts:write');
  return (
    <Screen
      title={`Import of ${formatDateTime(data.createdAt)}`}
      description={<ImportStatus status={data.status} dryRun={data.dryRun} />}
      parent={{ text: 'Imports', path: path('imports') }}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {['awaitingUpload', 'running'].includes(data.status) && can('contacts:write') && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              Cancel import
            </Button>
          )}
          {data.status === 'completed' && !data.dryRun && (
            <RouteButton to={path(contactsOf(data))}>
              {data.created > 0 ? 'See who was added' : 'See the contacts'}
            </RouteButton>
          )}
          {data.hasRejectedFile && <DownloadRejected importId={importId} completedAt={data.completedAt} />}
        </SpaceBetween>
      }
    >
      {/* The progress bar speaks for itself. */}
      <LiveRegion hidden>
        {data.totalRows !== undefined && data.status === 'running' ? '' : describeForListeners(data)}
      </LiveRegion>
      {data.status === 'running' && <ImportProgress of={data} />}
      {data.corrects !== undefined && (
        <Alert type="info">
          {countOf(data.corrects.rowCount, 'row')} corrected from{' '}
          <RouteLink to={path(`imports/${data.corrects.id}`)}>
            {data.corrects.fileName ?? 'an earlier import'}
          </RouteLink>
          , with the settings of that import.
        </Alert>
      )}
      {data.errorMessage !== undefined && (
        <Alert type="error" header="The file could not be read to its end">
          {inWordsOfForm(data.errorMessage)}
        </Alert>
      )}
      {canStart && (
        <Alert
          header="This was a trial: nothing has changed"
          action={
            <Button loading={start.isPending} onClick={() => start.mutate(undefined)}>
              Import for real
            </Button>
          }
        >
          The same file can be imported without another upload, for up to seven days.
        </Alert>
      )}
      {data.rejected > 0 && (
        <Alert type="warning" header={`${countOf(data.rejected, 'row')} rejected`}>
          {data.rejectedSample.length > 0
            ? describeSample(data)
            : 'The file of rejected rows says why. Correct it and import it: rows that are in already change nothing.'}
        </Alert>
      )}
      {data.warnings.length > 0 && (
        <Alert type="warning" header="What to look at">
          <ul>
            {data.warnings.map((warning) => (
              <li key={warning}>{inWordsOfForm(warning)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ImportReport of={data} />
      <RejectedRows of={data} />
    </Screen>
  );
}

/** Returns the address of the contacts that an import added, or of all when it added none. */
const contactsOf = ({ id, created }: ConsoleImport): string =>
  created === 0 ? 'contacts' : `contacts?addedByImport=${id}`;

const describeSample = ({ rejected, rejectedSample: { length }, hasRejectedFile }: ConsoleImport): string =>
  length < rejected
    ? `The first ${formatCount(length)} stand below with what is wrong${hasRejectedFile ? ', and the file of rejected rows has all of them' : ''}.`
    : 'What is wrong stands below.';

/** Link to the file of rejects, whose address holds for an hour. */
function DownloadRejected({ importId, completedAt }: { importId: string; completedAt: string | undefined }) {
  const { id, api } = useAccount();
  const { data: url } = useQuery({
    queryKey: [id, 'rejected file', importId, completedAt],
    queryFn: async () =>
      (await unwrap(api.GET('/api/v1/contacts/imports/{id}', { params: { path: { id: importId } } })))
        .rejectedFile ?? null,
    refetchInterval: URL_REFRESH_MS,
  });
  if (url === null || url === undefined) return null;
  return (
    <Button iconName="download" href={url} target="_blank" rel="noopener" download>
      Download rejected rows
    </Button>
  );
}

const CHOICES: Readonly<Record<string, string>> = { mdy: 'Month first', dmy: 'Day first' };

/** Replaces a term of the API in a warning or an error by the label of the form. */
const inWordsOfForm = (warning: string) =>
  warning
    .replace('Say with mapping which it is.', 'Import the file again, and choose the column.')
    .replace(/\bsay dateFormat "(\w+)"/, (said, format: string) =>
      CHOICES[format] ? `import it with “${CHOICES[format]}”` : said,
    );
