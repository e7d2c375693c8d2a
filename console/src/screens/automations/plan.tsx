import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { DataTable } from '../../lists/data-table';
import type { Automation } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatDateTime, formatWallClock } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { describePerson } from '../../plans/describe-person';
import { SenderName } from '../../senders/sender-name';
import { describeHours, PURPOSES } from '../campaigns/describe-schedule';
import { useStart, useVersions } from './use-automation';

/** Plan of an automation, who started it, its versions, and the runs of a trigger that repeats. */
export function AutomationPlan({ automation }: { automation: Automation }) {
  const { data: start } = useStart(automation);
  const { approval } = automation;
  const begun = automation.status === 'awaitingApproval' ? 'Submitted' : 'Started';
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">Plan</Header>}>
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Purpose', value: PURPOSES[automation.purpose] },
            { label: 'From', value: <SenderName from={automation.from} /> },
            { label: 'Hours', value: describeHours(automation) },
            { label: 'Created', value: formatDateTime(automation.createdAt) },
            { label: 'Last changed', value: formatDateTime(automation.updatedAt) },
            { label: begun, value: formatDateTime(automation.startedAt) },
            ...(start?.startedBy ? [{ label: `${begun} by`, value: describePerson(start.startedBy) }] : []),
            ...(approval?.status === 'approved'
              ? [
                  {
                    label: 'Approved',
                    value: [
                      start?.decidedBy && describePerson(start.decidedBy),
                      formatDateTime(approval.at),
                      approval.comment && `“${approval.comment}”`,
                    ]
                      .filter((part) => part !== undefined)
                      .join(', '),
                  },
                ]
              : []),
            ...(automation.stoppedAt === undefined
              ? []
              : [{ label: 'Stopped', value: formatDateTime(automation.stoppedAt) }]),
          ]}
        />
      </Container>
      {automation.runs !== undefined && <Runs automation={automation} />}
      <Versions automation={automation} />
    </SpaceBetween>
  );
}

function Versions({ automation }: { automation: Automation }) {
  const { path } = useAccount();
  const { data: versions = [], isPending } = useVersions(automation);
  return (
    <DataTable
      variant="container"
      header={
        <Header variant="h2" description="A change makes a new version. Who is on the way ends on theirs.">
          Versions
        </Header>
      }
      ariaLabels={{ tableLabel: 'Versions' }}
      items={versions}
      loading={isPending}
      loadingText="Loading versions"
      trackBy={({ version }) => String(version)}
      wrapLines
      empty={<EmptyList title="No versions yet">The first start makes the first version.</EmptyList>}
      columnDefinitions={[
        {
          id: 'version',
          header: 'Version',
          isRowHeader: true,
          minWidth: 150,
          cell: ({ version, isActive }) => (
            <RouteLink to={path(`automations/${automation.id}?tab=steps&version=${version}`)}>
              {isActive ? `Version ${version}, now` : `Version ${version}`}
            </RouteLink>
          ),
        },
        { id: 'steps', header: 'Steps', cell: ({ plan }) => formatCount(plan.steps.length) },
        { id: 'entered', header: 'Entered', cell: ({ counts }) => formatCount(counts.entered) },
        {
          id: 'waiting',
          header: 'On the way',
          minWidth: 110,
          cell: ({ counts }) => formatCount(counts.waiting),
        },
        { id: 'completed', header: 'Completed', cell: ({ counts }) => formatCount(counts.completed) },
        {
          id: 'left',
          header: 'Left early',
          minWidth: 110,
          cell: ({ counts }) => formatCount(counts.exited + counts.failed),
        },
        { id: 'sent', header: 'Sent', cell: ({ counts }) => formatCount(counts.sent) },
      ]}
    />
  );
}

function Runs({ automation }: { automation: Automation }) {
  const { path } = useAccount();
  return (
    <DataTable
      variant="container"
      header={
        <Header variant="h2" description="The newest 20, each by the clocks of the people.">
          Runs
        </Header>
      }
      ariaLabels={{ tableLabel: 'Runs' }}
      items={automation.runs ?? []}
      trackBy={({ run }) => run}
      empty={<EmptyList title="No runs yet">The first comes at the next time of the automation.</EmptyList>}
      columnDefinitions={[
        {
          id: 'run',
          header: 'Time',
          isRowHeader: true,
          cell: ({ run }) => (
            <RouteLink to={path(`automations/${automation.id}?tab=people&run=${encodeURIComponent(run)}`)}>
              {formatWallClock(run)}
            </RouteLink>
          ),
        },
        { id: 'entered', header: 'Entered', cell: ({ entered }) => formatCount(entered) },
      ]}
    />
  );
}
