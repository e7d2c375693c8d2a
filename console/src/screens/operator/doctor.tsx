import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../lists/data-table';
import { unwrap, userApi } from '../../api/client';
import type { Finding } from '../../api/schemas';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { countOf } from '../../format/numbers';

const STATES: Record<Finding['state'], { type: StatusIndicatorProps.Type; text: string; rank: number }> = {
  problem: { type: 'error', text: 'Problem', rank: 0 },
  unknown: { type: 'stopped', text: 'Could not be checked', rank: 1 },
  warning: { type: 'warning', text: 'Warning', rank: 2 },
  ok: { type: 'success', text: 'OK', rank: 3 },
};
const TITLE = 'Doctor';

/** Screen of the checks that the service runs and the AWS account has what it needs. */
export function Component() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['operator', 'operator/doctor'],
    queryFn: () => unwrap(userApi.GET('/console/api/operator/doctor')),
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen title={TITLE} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Screen
      title={TITLE}
      description="Checks that work is done in time, and that AWS lets this installation send texts and receive answers and receipts."
      actions={
        <Button iconName="refresh" loading={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      <Findings findings={data.results} />
    </Screen>
  );
}

function Findings({ findings }: { findings: Finding[] }) {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  return (
    <SpaceBetween size="l">
      {problems === 0 ? (
        <Alert type="success">No problems were found.</Alert>
      ) : (
        <Alert type="error">
          {countOf(problems, 'problem')}: texts are not sent, work waits, or answers do not come in.
        </Alert>
      )}
      <DataTable
        items={findings.toSorted((one, other) => STATES[one.state].rank - STATES[other.state].rank)}
        ariaLabels={{ tableLabel: 'Findings' }}
        wrapLines
        columnDefinitions={[
          {
            id: 'check',
            header: 'Checked',
            cell: ({ check }) => check,
            isRowHeader: true,
          },
          {
            id: 'state',
            header: 'State',
            cell: ({ state }) => (
              <StatusIndicator type={STATES[state].type} wrapText={false}>
                {STATES[state].text}
              </StatusIndicator>
            ),
          },
          { id: 'finding', header: 'Finding', cell: ({ finding }) => finding },
          {
            id: 'advice',
            header: 'What to do',
            cell: ({ advice }) => <span className="wrap-anywhere">{advice ?? '–'}</span>,
          },
        ]}
      />
    </SpaceBetween>
  );
}
