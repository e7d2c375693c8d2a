import { unwrap } from '../../api/client';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import { DescribeAudience } from '../campaigns/describe-audience';

export function Component() {
  const { id, api, can, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'segments', 'list'],
    fetchPage: (query) => unwrap(api.GET('/api/v1/segments', { params: { query } })),
    pageSize: 20,
  });
  const create = can('contacts:write') && (
    <RouteButton variant="primary" to={path('contacts?tab=filter&for=segment')}>
      Create segment
    </RouteButton>
  );
  return (
    <Screen
      title="Segments"
      description="Saved audiences. They are counted anew whenever they are used."
      actions={create}
    >
      <ResourceTable
        pages={pages}
        label="Segments"
        trackBy={(segment) => segment.id}
        empty={
          <EmptyList title="No segments yet" action={create}>
            Filter contacts and keep the filter under a name.
          </EmptyList>
        }
        columns={[
          {
            id: 'name',
            header: 'Name',
            isRowHeader: true,
            sortBy: ({ name }) => name,
            cell: (segment) => <RouteLink to={path(`segments/${segment.id}`)}>{segment.name}</RouteLink>,
          },
          { id: 'who', header: 'Who', cell: ({ audience }) => <DescribeAudience audience={audience} /> },
          {
            id: 'changed',
            header: 'Changed',
            sortBy: ({ updatedAt }) => timeOf(updatedAt),
            cell: ({ updatedAt }) => <When at={updatedAt} />,
          },
        ]}
      />
    </Screen>
  );
}
