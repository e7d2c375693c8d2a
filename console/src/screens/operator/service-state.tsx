import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { Alarms, DeadLetterQueue, OverdueWork, SendingHold } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { countOf, formatCount } from '../../format/numbers';
import { When } from '../../format/when';
import { nameHold } from '../../sending/describe-hold';
import { useServiceHoldsQuery } from '../../sending/holds';
import { describeOverdueCount, describeWork } from './overdue-work';

const REFRESH_MS = 30_000;

const queues = queryOptions({
  queryKey: ['operator', 'operator/dead-letters', 'counts'],
  queryFn: async () => (await unwrap(userApi.GET('/console/api/operator/dead-letters'))).results,
  refetchInterval: REFRESH_MS,
});
const overdue = queryOptions({
  queryKey: ['operator', 'operator/overdue', 'counts'],
  queryFn: async () => (await unwrap(userApi.GET('/console/api/operator/overdue'))).results,
  refetchInterval: REFRESH_MS,
});
const alarms = queryOptions({
  queryKey: ['operator', 'operator/alarms'],
  queryFn: () => unwrap(userApi.GET('/console/api/operator/alarms')),
  refetchInterval: REFRESH_MS,
});

/** State of one part of the service, in a few words. */
interface State {
  type: StatusIndicatorProps.Type;
  words: ReactNode;
}

/** Panel that tells whether the service runs: each state leads to the screen that says more. */
export function ServiceState() {
  const holds = useServiceHoldsQuery();
  const queueCounts = useQuery(queues);
  const overdueWork = useQuery(overdue);
  const service = useQuery(alarms);
  return (
    <Container header={<Header variant="h2">Now</Header>}>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Sending', value: <Shown of={holds} as={stateOfHolds} to="/operator/sending" /> },
          { label: 'Alarms', value: <Shown of={service} as={stateOfAlarms} /> },
          {
            label: 'Work in queues',
            value: <Shown of={queueCounts} as={stateOfQueues} to="/operator/dead-letters" />,
          },
          {
            label: 'Set aside',
            value: <Shown of={queueCounts} as={stateOfLetters} to="/operator/dead-letters" />,
          },
          { label: 'Overdue', value: <Shown of={overdueWork} as={stateOfWork} to="/operator/overdue" /> },
          {
            label: 'AWS account',
            value: <RouteLink to="/operator/doctor">Let the doctor look</RouteLink>,
          },
        ]}
      />
    </Container>
  );
}

/** State as it is known: an error is a state too, and hides none of the others. */
function Shown<Data>(props: {
  of: { data: Data | undefined; error: Error | null };
  as: (data: Data) => State;
  to?: string;
}) {
  const { data, error } = props.of;
  if (error !== null)
    return <StatusIndicator type="stopped">{`Not known: ${error.message}`}</StatusIndicator>;
  if (data === undefined) return <StatusIndicator type="loading">Looking</StatusIndicator>;
  const { type, words } = props.as(data);
  return (
    <StatusIndicator type={type}>
      {props.to === undefined ? words : <RouteLink to={props.to}>{words}</RouteLink>}
    </StatusIndicator>
  );
}

function stateOfHolds([worst]: SendingHold[]): State {
  if (worst === undefined) return { type: 'success', words: 'Texts go out' };
  return { type: worst.reason === 'paused' ? 'warning' : 'error', words: nameHold(worst) };
}

function stateOfAlarms({ isApplicable, results, watching = 0 }: Alarms): State {
  if (!isApplicable) return { type: 'info', words: 'None watch this installation' };
  if (results.length === 0) return { type: 'success', words: `All ${formatCount(watching)} quiet` };
  return { type: 'error', words: `${formatCount(results.length)} of ${formatCount(watching)} in alarm` };
}

function stateOfQueues(found: DeadLetterQueue[]): State {
  const waiting = sum(found.map((queue) => queue.waiting ?? 0));
  return {
    type: 'info',
    words: waiting === 0 ? 'Nothing' : formatCount(waiting),
  };
}

function stateOfLetters(found: DeadLetterQueue[]): State {
  const deadLetters = sum(found.map((queue) => queue.deadLetters));
  if (deadLetters === 0) return { type: 'success', words: 'Nothing' };
  return { type: 'error', words: countOf(deadLetters, 'dead letter') };
}

function stateOfWork(found: OverdueWork[]): State {
  const [first, ...more] = found;
  if (first === undefined) return { type: 'success', words: 'Nothing' };
  const others = more.length === 0 ? '' : `, and ${countOf(more.length, 'other kind')} of work`;
  return {
    type: 'error',
    words: `${describeWork(first.work)}: ${describeOverdueCount(first.count)}${others}`,
  };
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

/** List of the alarms that are in alarm, with what to do. */
export function AlarmList() {
  const { data } = useQuery(alarms);
  if (data === undefined || data.results.length === 0) return null;
  return (
    <Alert type="error" header={countOf(data.results.length, 'alarm')}>
      <SpaceBetween size="xs">
        {data.results.map(({ name, meaning, since }) => (
          <div key={name}>
            {meaning} {since !== undefined && <When at={since} />}
          </div>
        ))}
      </SpaceBetween>
    </Alert>
  );
}
