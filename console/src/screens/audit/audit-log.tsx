import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile } from '../../api/download';
import type { AuditEntry } from '../../api/schemas';
import { useFlashes } from '../../app/flashes';
import { Screen } from '../../app/screen';
import { useDebounced } from '../../audience/use-debounced';
import { formatDateTime } from '../../format/dates';
import { formatRelative } from '../../format/relative-time';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { type Page, type PageQuery, usePages } from '../../lists/use-pages';
import { type ActorChoice, nameOfActor, withActorsOf } from './actor-choice';
import { AuditFilter } from './audit-filter';
import type { AuditTarget } from './change-target';
import { describeChange } from './describe-change';
import { EntryWords } from './entry-words';
import { type AuditFilterState, isFiltered, isInOrder, NO_FILTER, queryOfFilter } from './filter-query';

type Query = ReturnType<typeof queryOfFilter>;

interface AuditLogProps {
  title: string;
  description: string;
  queryKey: readonly unknown[];
  read: (query: PageQuery & Query) => Promise<Page<AuditEntry>>;
  readFile: (query: { format: 'csv' } & Query) => Promise<{ text: string; isComplete: boolean }>;
  /** Name of the file. */
  file: string;
  /** Set for the log above accounts. */
  isOfService?: true;
  /** People and keys by whom the log is filtered; those of entries are added. */
  actors: readonly ActorChoice[];
  /** Names for the ids in entries. */
  names: ReadonlyMap<string, string>;
  /** Returns the screen of a target; `undefined` when it has none. */
  screenOf: (target: AuditTarget) => string | undefined;
}

const CHANNELS: Record<AuditEntry['channel'], string> = {
  api: 'by the API',
  console: 'in the console',
  cli: 'by a command',
  service: 'by itself',
};

/** Screen of a log: every change in words, with its time and channel. */
export function AuditLog(props: AuditLogProps) {
  const { title, queryKey, read, readFile, names, screenOf } = props;
  const { succeed, fail } = useFlashes();
  const [params] = useSearchParams();
  const [filter, setFilter] = useState<AuditFilterState>(() => ({
    ...NO_FILTER,
    actor: params.get('actor') ?? '',
    target: params.get('target') ?? '',
  }));
  // While the days of the filter are out of order, the list stays as it was.
  const [applied, setApplied] = useState(filter);
  const query = useDebounced(queryOfFilter(applied));
  const pages = usePages({
    queryKey: [...queryKey, query],
    fetchPage: (page) => read({ ...page, ...query }),
  });
  // Actors of entries stay choices when the filter leaves out their entries.
  const [seen, setSeen] = useState<readonly AuditEntry[]>([]);
  const known = [...new Map([...seen, ...pages.items].map((entry) => [entry.actor.id, entry])).values()];
  const actors = withActorsOf(props.actors, known, names);
  const change = (next: AuditFilterState) => {
    setSeen(known);
    setFilter(next);
    if (isInOrder(next)) setApplied(next);
  };
  const exportLog = () =>
    readFile({ format: 'csv', ...query }).then(({ text, isComplete }) => {
      saveFile(props.file, text);
      if (!isComplete) succeed('The file has the newest 10,000 entries. Choose days to export older ones.');
    });
  return (
    <Screen
      title={title}
      description={props.description}
      actions={
        <Button
          iconName="download"
          onClick={() => void exportLog().catch((error: unknown) => fail(error, 'The log was not exported'))}
        >
          Export
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label={title}
        trackBy={(entry) => entry.id}
        filter={
          <AuditFilter
            filter={filter}
            actors={actors}
            isOfService={props.isOfService === true}
            onChange={change}
          />
        }
        empty={
          isFiltered(filter) ? (
            <EmptyList
              title="No such changes"
              action={<Button onClick={() => change(NO_FILTER)}>Show all changes</Button>}
            >
              Nothing in the log matches the filter.
            </EmptyList>
          ) : (
            <EmptyList title="No changes yet">
              Whatever someone changes from now on is here for 400 days.
            </EmptyList>
          )
        }
        columns={[
          {
            header: 'What happened',
            minWidth: 220,
            cell: (entry) => (
              <>
                <EntryWords entry={entry} names={names} screenOf={screenOf} />
                <EntryValues entry={entry} names={names} />
              </>
            ),
          },
          {
            header: 'When',
            minWidth: 140,
            cell: ({ at, channel }) => (
              <>
                <time dateTime={at}>{formatDateTime(at)}</time>
                <Box fontSize="body-s" color="text-body-secondary">
                  {formatRelative(at, Date.now())}, {CHANNELS[channel]}
                </Box>
              </>
            ),
          },
          { header: 'Who', isExtra: true, cell: ({ actor }) => nameOfActor(actor, names) },
          { header: 'By which way', isExtra: true, cell: ({ channel }) => CHANNELS[channel] },
        ]}
      />
    </Screen>
  );
}

/** Old and new values of a change, each on a line of its own. */
function EntryValues({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { changes = [], outcome } = entry;
  if (changes.length === 0 && outcome === 'done') return null;
  return (
    <Box fontSize="body-s" color="text-body-secondary">
      {changes.map((change) => {
        const text = describeChange(change, names);
        return (
          <div key={text} className="wrap-anywhere">
            {text}
          </div>
        );
      })}
      {outcome === 'incomplete' && <div>It was not completed.</div>}
    </Box>
  );
}
