import Box from '@cloudscape-design/components/box';
import LiveRegion from '@cloudscape-design/components/live-region';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ListedImport } from '../../api/schemas';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { WhenLink } from '../../app/when-link';
import { countOf, formatBytes, formatCount } from '../../format/numbers';
import { When } from '../../format/when';
import { sumOf } from '../../lists/describe-shown';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import {
  describeFile,
  describeInList,
  describeRows,
  describeStarter,
  describeTimeLeft,
} from './describe-import';
import { ImportStatus } from './import-status';

const POLL_MS = 3_000;
const COUNT_MIN_WIDTH_PX = 80;

export function Component() {
  const { id, api, can, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'imports', 'list'],
    fetchPage: (query) => unwrap(api.GET('/console/api/imports', { params: { query } })),
    pageSize: 20,
    refetchIntervalMs: POLL_MS,
    isMoving: ({ status }) => status === 'running',
  });
  const watched = useWatched(pages.items);
  const start = can('contacts:write') && (
    <RouteButton variant="primary" to={path('imports/new')}>
      Import a file
    </RouteButton>
  );
  return (
    <Screen title="Imports" description="Files of contacts that were read in." actions={start}>
      {watched.map((one) => (
        <LiveRegion key={one.id} hidden>
          {describeInList(one)}
        </LiveRegion>
      ))}
      <ResourceTable
        pages={pages}
        label="Imports"
        trackBy={(one) => one.id}
        empty={
          <EmptyList title="No imports yet" action={start}>
            A CSV file with a column of phone numbers is enough.
          </EmptyList>
        }
        totals={totalsOf}
        columns={[
          {
            id: 'created',
            header: 'Time',
            minWidth: 120,
            isRowHeader: true,
            sortBy: ({ createdAt }) => timeOf(createdAt),
            cell: (one) => <WhenLink at={one.createdAt} to={path(`imports/${one.id}`)} />,
          },
          { id: 'file', header: 'File', minWidth: 150, cell: (one) => <FileCell of={one} /> },
          {
            id: 'by',
            header: 'Started by',
            minWidth: 140,
            maxWidth: 150,
            cell: (one) => describeStarter(one),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 130,
            cell: (one) => <ImportStatus status={one.status} dryRun={one.dryRun} />,
          },
          { id: 'rows', header: 'Rows', minWidth: 105, cell: (one) => <RowsCell of={one} /> },
          ...counts(),
          {
            ...{ id: 'completed', header: 'Ended', isExtra: true },
            sortBy: ({ completedAt }) => timeOf(completedAt),
            cell: ({ completedAt }) => <When at={completedAt} none="Not yet" />,
          },
        ]}
      />
    </Screen>
  );
}

/** Sums of the imports that changed contacts: a trial changes nothing. */
const totalsOf = (imports: ListedImport[]) => {
  const real = imports.filter(({ dryRun }) => !dryRun);
  return [
    `${countOf(
      sumOf(real, ({ created }) => created),
      'new contact',
    )}`,
    `${formatCount(sumOf(real, ({ updated }) => updated))} changed`,
    `${countOf(
      sumOf(real, ({ rejected }) => rejected),
      'rejected row',
    )}, without trials`,
  ];
};

const counts = () =>
  (
    [
      ['New', 'created', false],
      ['Changed', 'updated', false],
      ['Rejected', 'rejected', false],
      ['Unchanged', 'unchanged', true],
      ['Skipped', 'skipped', true],
      ['Opted out', 'optedOut', true],
    ] as const
  ).map(([header, name, isExtra]) => ({
    ...{ id: `${name} rows`, header, isExtra, minWidth: COUNT_MIN_WIDTH_PX },
    sortBy: (one: ListedImport) => one[name],
    cell: (one: ListedImport) => formatCount(one[name]),
  }));

/** Name of the file with its size, or the import that its rows were corrected from. */
function FileCell({ of }: { of: ListedImport }) {
  const { path } = useAccount();
  const { corrects, fileBytes } = of;
  return (
    <>
      <RouteLink to={path(`imports/${corrects?.id ?? of.id}`)}>{describeFile(of)}</RouteLink>
      {fileBytes !== undefined && (
        <Box variant="small" display="block">
          {formatBytes(fileBytes)}
        </Box>
      )}
    </>
  );
}

/** Rows done of those of the file, with the time left. */
function RowsCell({ of }: { of: ListedImport }) {
  return (
    <>
      {describeRows(of)}
      {of.secondsLeft !== undefined && (
        <Box variant="small" display="block">
          {describeTimeLeft(of.secondsLeft)}
        </Box>
      )}
    </>
  );
}

/** Returns the imports that run, and those that ran when the list was read before. */
function useWatched(imports: readonly ListedImport[]): ListedImport[] {
  const [ids, setIds] = useState<readonly string[]>([]);
  const fresh = imports.filter(({ id, status }) => status === 'running' && !ids.includes(id));
  if (fresh.length > 0) setIds([...ids, ...fresh.map(({ id }) => id)]);
  return imports.filter(({ id }) => ids.includes(id));
}
