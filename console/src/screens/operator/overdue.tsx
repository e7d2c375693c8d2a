import Button from '@cloudscape-design/components/button';
import { unwrap, userApi } from '../../api/client';
import { Screen } from '../../app/screen';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { describeOverdueCount, describeWork } from './overdue-work';

/** Screen of overdue work that is not done. */
export function Component() {
  const pages = usePages({
    queryKey: ['operator', 'operator/overdue'],
    fetchPage: () => unwrap(userApi.GET('/console/api/operator/overdue')),
  });
  return (
    <Screen
      title="Overdue work"
      description="What should have been done minutes ago. A timer takes such work up every minute: what stays here is stuck."
      actions={
        <Button iconName="refresh" onClick={pages.reload}>
          Look again
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label="Overdue work"
        trackBy={({ work }) => work}
        empty={<EmptyList title="Nothing is overdue">All work is done in time.</EmptyList>}
        columns={[
          { header: 'Work', cell: ({ work }) => describeWork(work) },
          { header: 'How much', cell: ({ count }) => describeOverdueCount(count) },
          { header: 'Due since', cell: ({ oldestDueAt }) => <When at={oldestDueAt} /> },
        ]}
      />
    </Screen>
  );
}
