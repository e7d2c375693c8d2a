import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { DataTable } from '../../../lists/data-table';
import type { RegistrationDesk } from '../../../api/schemas';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { RouteButton } from '../../../app/route-button';
import { RouteLink } from '../../../app/route-link';
import { Screen } from '../../../app/screen';
import { When } from '../../../format/when';
import { EmptyList, NotCurrent } from '../../../lists/list-states';
import { Advice } from './advice';
import { NothingToLookAt, REGISTRATIONS, RegistrationState, useRegistrations } from './registration-desk';
import { numberTypeName, resourcesText, statusWord, typeName } from './registration-words';

const COLUMN_MIN_WIDTH_PX = 130;
const TITLE = REGISTRATIONS.text;

/** Screen of the registrations at AWS, and of the numbers that need one. */
export function Component() {
  const { data, error, refetch, isFetching } = useRegistrations();
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? <LoadingScreen /> : <FailedScreen title={TITLE} error={error} onRetry={retry} />;
  }
  return (
    <Screen
      title={TITLE}
      description="What AWS says of the registrations of brands, campaigns, numbers and sender IDs. Carriers deliver nothing from a US number without one."
      actions={
        data.isApplicable && (
          <SpaceBetween direction="horizontal" size="xs">
            <Button iconName="refresh" loading={isFetching} onClick={retry}>
              Look again
            </Button>
            <RouteButton variant="primary" to={`${REGISTRATIONS.path}/new`}>
              Draft a registration
            </RouteButton>
          </SpaceBetween>
        )
      }
    >
      {error !== null && <NotCurrent error={error} onRetry={retry} />}
      {data.isApplicable ? (
        <SpaceBetween size="l">
          <Unregistered numbers={data.numbers} />
          <RegistrationTable results={data.results} />
          <NumberTable numbers={data.numbers} />
        </SpaceBetween>
      ) : (
        <NothingToLookAt />
      )}
    </Screen>
  );
}

function Unregistered({ numbers }: Pick<RegistrationDesk, 'numbers'>) {
  const unregistered = numbers.filter(({ isUnregistered }) => isUnregistered);
  if (unregistered.length === 0) return null;
  return (
    <Alert type="warning" header="US numbers that are in no registration">
      {unregistered.map(({ number, type }) => `${number} (${numberTypeName(type)})`).join(', ')}. Carriers
      deliver nothing from them.
    </Alert>
  );
}

const withWidth = <Item,>(columns: TableProps.ColumnDefinition<Item>[]) =>
  columns.map((column) => ({ minWidth: COLUMN_MIN_WIDTH_PX, ...column }));

const RegistrationTable = ({ results }: Pick<RegistrationDesk, 'results'>) => (
  <DataTable
    items={results}
    trackBy={({ id }) => id}
    header={<Header variant="h2">Registrations</Header>}
    ariaLabels={{ tableLabel: 'Registrations' }}
    wrapLines
    empty={
      <EmptyList title="No registrations">
        The AWS account has none. Draft the first one here, and submit it by the operator CLI.
      </EmptyList>
    }
    columnDefinitions={withWidth<(typeof results)[number]>([
      {
        id: 'registration',
        header: 'Registration',
        isRowHeader: true,
        cell: ({ id, type }) => (
          <>
            <RouteLink to={`${REGISTRATIONS.path}/${encodeURIComponent(id)}`}>{typeName(type)}</RouteLink>
            <div className="wrap-anywhere">{id}</div>
          </>
        ),
      },
      { id: 'state', header: 'State', minWidth: 230, cell: (one) => <RegistrationState {...one} /> },
      {
        id: 'since',
        header: 'Since',
        cell: ({ since }) => <When at={since} />,
      },
      { id: 'for', header: 'For', cell: ({ resources }) => resourcesText(resources) || '–' },
      {
        id: 'advice',
        header: 'What to do',
        cell: ({ advice }) => (advice === undefined ? '–' : <Advice text={advice} />),
      },
    ])}
  />
);

const NumberTable = ({ numbers }: Pick<RegistrationDesk, 'numbers'>) => (
  <DataTable
    items={numbers}
    trackBy={({ number }) => number}
    header={<Header variant="h2">Numbers of the AWS account</Header>}
    ariaLabels={{ tableLabel: 'Numbers of the AWS account' }}
    wrapLines
    empty={<EmptyList title="No numbers">The AWS account has none.</EmptyList>}
    columnDefinitions={withWidth<(typeof numbers)[number]>([
      { id: 'number', header: 'Number', isRowHeader: true, cell: ({ number }) => number },
      { id: 'country', header: 'Country', cell: ({ country }) => country },
      { id: 'type', header: 'Kind', cell: ({ type }) => numberTypeName(type) },
      { id: 'status', header: 'State', cell: ({ status }) => statusWord(status) },
      {
        id: 'registration',
        header: 'Registration',
        cell: ({ registration, isUnregistered }) => {
          if (registration === undefined) return isUnregistered ? 'None: it needs one' : '–';
          return (
            <RouteLink to={`${REGISTRATIONS.path}/${encodeURIComponent(registration)}`}>
              <span className="wrap-anywhere">{registration}</span>
            </RouteLink>
          );
        },
      },
    ])}
  />
);
