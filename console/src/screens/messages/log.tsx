import { useSearchParams } from 'react-router';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { LogEntry } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { readLogFilter } from '../../messages/text-filter';
import { LogFilterFields } from '../../messages/text-filter-fields';
import { useContactNames } from '../../recipients/use-contact-names';
import { idOf, LogCells, phoneOf } from './log-cells';

const COLUMNS = [
  { id: 'time', header: 'Time', isRowHeader: true },
  { id: 'what', header: 'What', minWidth: 170 },
  { id: 'status', header: 'Status', minWidth: 150 },
  { id: 'body', header: 'Text', minWidth: 200 },
  { id: 'outcome', header: 'Outcome', minWidth: 200 },
  { id: 'from', header: 'Number', isExtra: true },
] as const;

/** Table of what the account has sent and received, newest first. */
export function MessageLog() {
  const { id, api, path } = useAccount();
  const [searched] = useSearchParams();
  const filter = readLogFilter(searched);
  const pages = usePages({
    queryKey: [id, 'messages', 'log', filter],
    fetchPage: (page) =>
      unwrap(api.GET('/console/api/messages', { params: { query: { ...page, ...filter } } })),
  });
  const names = useContactNames(pages.items.map(phoneOf));
  const fields = new Map(useCustomFields().data?.map(({ key, label }) => [key, label]));
  const cells = new LogCells({ path, names, fields, state: filter.state });
  return (
    <ResourceTable
      pages={pages}
      label="Texts by time"
      trackBy={idOf}
      filter={<LogFilterFields />}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyList title="No texts here">Choose another status, number or day.</EmptyList>
        ) : (
          <EmptyList title="No texts yet">
            What is sent, and what phones write, is listed here: single texts by themselves, campaigns,
            broadcasts and batches as a whole.
          </EmptyList>
        )
      }
      columns={COLUMNS.map((column) => ({
        ...column,
        cell: (entry: LogEntry) => cells.of(entry)[column.id],
      }))}
    />
  );
}
