import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { saveFile } from '../../api/download';
import type { AuditEntry } from '../../api/schemas';
import { useFlashes } from '../../app/flashes';
import { Screen } from '../../app/screen';
import { useDebounced } from '../../audience/use-debounced';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { type Page, type PageQuery, usePages } from '../../lists/use-pages';
import { type AuditTarget, ChangeTarget } from './change-target';
import { describeChange, words } from './describe-change';

interface Filter {
  actor?: string;
  target?: string;
}

interface AuditLogProps {
  title: string;
  description: string;
  queryKey: readonly unknown[];
  read: (query: PageQuery & Filter) => Promise<Page<AuditEntry>>;
  readFile: (query: { format: 'csv' } & Filter) => Promise<{ text: string }>;
  /** Name of the file. */
  file: string;
  /** Labels of the filters by actor and by target. */
  labels: { actor: string; target: string };
  /** Names for the ids in entries. */
  names: ReadonlyMap<string, string>;
  /** Returns the screen of a target; `undefined` when it has none. */
  screenOf: (target: AuditTarget) => string | undefined;
}

const CHANNELS: Record<AuditEntry['channel'], string> = {
  api: 'API',
  console: 'Console',
  cli: 'Command line',
  service: 'Service',
};

/** Screen of a log: every change with its time, actor and channel. */
export function AuditLog(props: AuditLogProps) {
  const { title, queryKey, read, readFile, names } = props;
  const { fail } = useFlashes();
  const [params] = useSearchParams();
  const [actor, setActor] = useState(params.get('actor') ?? '');
  const [target, setTarget] = useState(params.get('target') ?? '');
  const filter = useDebounced<Filter>({
    ...(actor.trim() !== '' && { actor: actor.trim() }),
    ...(target.trim() !== '' && { target: target.trim() }),
  });
  const pages = usePages({
    queryKey: [...queryKey, filter],
    fetchPage: (page) => read({ ...page, ...filter }),
  });
  return (
    <Screen
      title={title}
      description={props.description}
      actions={
        <Button
          iconName="download"
          onClick={() =>
            void readFile({ format: 'csv', ...filter })
              .then(({ text }) => saveFile(props.file, text))
              .catch((error: unknown) => fail(error, 'The log was not exported'))
          }
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
          <SpaceBetween direction="horizontal" size="m">
            <FormField label={props.labels.actor}>
              <Input value={actor} onChange={({ detail }) => setActor(detail.value)} />
            </FormField>
            <FormField label={props.labels.target}>
              <Input value={target} onChange={({ detail }) => setTarget(detail.value)} />
            </FormField>
          </SpaceBetween>
        }
        empty={<EmptyList title="No changes">Nothing was changed, or nothing matches the filter.</EmptyList>}
        columns={[
          { header: 'Time', cell: ({ at }) => formatDateTime(at) },
          {
            header: 'By',
            cell: ({ actor: by }) => by.email ?? names.get(by.id ?? '') ?? by.id ?? 'Service',
          },
          { header: 'Through', cell: ({ channel }) => CHANNELS[channel] },
          {
            header: 'Change',
            cell: ({ action, outcome }) => (
              <>
                {words(action)}
                {outcome === 'incomplete' && (
                  <Box variant="small" display="block">
                    not completed
                  </Box>
                )}
              </>
            ),
          },
          {
            header: 'Of',
            cell: ({ target: of, related, changes }) => (
              <>
                {of === undefined ? (
                  '–'
                ) : (
                  <ChangeTarget target={of} name={names.get(of.id)} screen={props.screenOf(of)} />
                )}
                {related !== undefined && related !== names.get(of?.id ?? '') && (
                  <Box variant="small" display="block">
                    with {names.get(related) ?? related}
                  </Box>
                )}
                {changes?.map((change) => (
                  <div key={describeChange(change, names)}>{describeChange(change, names)}</div>
                ))}
              </>
            ),
          },
        ]}
      />
    </Screen>
  );
}
