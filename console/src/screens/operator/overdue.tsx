import Button from '@cloudscape-design/components/button';
import { Screen } from '../../app/screen';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';
import { describeOverdueCount, describeWork } from './overdue-work';

interface Overdue {
  work: string;
  count: number;
  oldestDueAt: string;
}

/** Screen of overdue work that is not done. */
export function Component() {
  const pages = useConsoleList<Overdue>('operator/overdue');
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
          { header: 'Due since', cell: ({ oldestDueAt }) => formatDateTime(oldestDueAt) },
        ]}
      />
    </Screen>
  );
}
