import { unwrap } from '../../api/client';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { ImportStatus } from './import-status';

export function Component() {
  const { id, api, can, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'imports', 'list'],
    fetchPage: (query) => unwrap(api.GET('/api/v1/contacts/imports', { params: { query } })),
    pageSize: 20,
  });
  const start = can('contacts:write') && (
    <RouteButton variant="primary" to={path('imports/new')}>
      Import a file
    </RouteButton>
  );
  return (
    <Screen title="Imports" description="Files of contacts that were read in." actions={start}>
      <ResourceTable
        pages={pages}
        label="Imports"
        trackBy={(one) => one.id}
        empty={
          <EmptyList title="No imports yet" action={start}>
            A CSV file with a column of phone numbers is enough.
          </EmptyList>
        }
        columns={[
          {
            id: 'created',
            header: 'Time',
            isRowHeader: true,
            cell: (one) => (
              <RouteLink to={path(`imports/${one.id}`)}>{formatDateTime(one.createdAt)}</RouteLink>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 140,
            cell: (one) => <ImportStatus status={one.status} dryRun={one.dryRun} />,
          },
          { id: 'rows', header: 'Rows', cell: ({ rows }) => formatCount(rows) },
          { id: 'new', header: 'New', cell: ({ created }) => formatCount(created) },
          { id: 'updated', header: 'Changed', cell: ({ updated }) => formatCount(updated) },
          { id: 'rejected', header: 'Rejected', cell: ({ rejected }) => formatCount(rejected) },
        ]}
      />
    </Screen>
  );
}
