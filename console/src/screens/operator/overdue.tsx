import Button from '@cloudscape-design/components/button';
import { Screen } from '../../app/screen';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface Overdue {
  work: string;
  count: number;
  oldestDueAt: string;
}

const COUNTED_AT_MOST = 1_000;
const WORK: Record<string, string> = {
  events: 'Events to be passed on',
  largeEvents: 'Large events to be passed on',
  messages: 'Single texts without an outcome',
  optOuts: 'Opt-outs to be carried through all groups',
  jobs: 'Broadcasts, batches and campaigns to be sent',
  webhooks: 'Webhooks to be delivered',
  erasures: 'Erasures of people',
  imports: 'Imports of contacts',
  exports: 'Exports',
  campaigns: 'Campaigns to begin',
};

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
          { header: 'Work', cell: ({ work }) => WORK[work] ?? work },
          {
            header: 'How much',
            cell: ({ count }) => `${formatCount(count)}${count === COUNTED_AT_MOST ? ' or more' : ''}`,
          },
          { header: 'Due since', cell: ({ oldestDueAt }) => formatDateTime(oldestDueAt) },
        ]}
      />
    </Screen>
  );
}
