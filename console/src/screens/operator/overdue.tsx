import { Screen } from '../../app/screen';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface Overdue {
  kind: string;
  count: number;
  oldestDueAt: string;
}

/** Work whose time has come and that nothing has done. */
export function Component() {
  const pages = useConsoleList<Overdue>('operator/overdue');
  return (
    <Screen
      title="Overdue work"
      description="What should have been done by now. A timer takes it up every minute."
    >
      <SimpleTable
        pages={pages}
        label="Overdue work"
        trackBy={({ kind }) => kind}
        empty={<EmptyList title="Nothing is overdue">All work is done in time.</EmptyList>}
        columns={[
          { header: 'Work', cell: ({ kind }) => kind.toLowerCase().replaceAll('_', ' ') },
          { header: 'How much', cell: ({ count }) => formatCount(count) },
          { header: 'Due since', cell: ({ oldestDueAt }) => formatDateTime(oldestDueAt) },
        ]}
      />
    </Screen>
  );
}
