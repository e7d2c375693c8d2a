import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { downloadConsoleFile } from '../../api/download';
import { useFlashes } from '../../app/flashes';
import { Screen } from '../../app/screen';
import { useDebounced } from '../../audience/use-debounced';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsolePages } from '../../lists/use-console-pages';
import { type AuditTarget, ChangeTarget } from './change-target';
import { type Change, describeChange, words } from './describe-change';

interface AuditEntry {
  id: string;
  at: string;
  actor: { type: string; id?: string; email?: string };
  door: 'api' | 'console' | 'cli' | 'service';
  action: string;
  target?: AuditTarget;
  related?: string;
  outcome: 'done' | 'incomplete';
  changes?: Change[];
}

interface AuditLogProps {
  title: string;
  description: string;
  /** Route of the list; that of its file is below it. */
  path: 'audit' | 'operator/audit';
  /** Absent: the log of the service. */
  accountId?: string;
  /** Labels of the filters by actor and by target. */
  labels: { actor: string; target: string };
  /** Names for the ids in entries. */
  names: ReadonlyMap<string, string>;
  /** Returns the screen of a target; `undefined` when it has none. */
  screenOf: (target: AuditTarget) => string | undefined;
}

const DOORS = { api: 'API', console: 'Console', cli: 'Command line', service: 'Service' } as const;

/** Screen of a log: every change with its time, actor and door. */
export function AuditLog(props: AuditLogProps) {
  const { title, path, accountId, names } = props;
  const { fail } = useFlashes();
  const [params] = useSearchParams();
  const [actor, setActor] = useState(params.get('actor') ?? '');
  const [target, setTarget] = useState(params.get('target') ?? '');
  const filter = useDebounced({ actor: actor.trim() || undefined, target: target.trim() || undefined });
  const pages = useConsolePages<AuditEntry>(path, { accountId, query: filter });
  return (
    <Screen
      title={title}
      description={props.description}
      actions={
        <Button
          iconName="download"
          onClick={() =>
            void downloadConsoleFile(`${path}/export`, {
              accountId,
              query: { format: 'csv', ...filter },
            }).catch((error: unknown) => fail(error, 'The log was not exported'))
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
          { header: 'Through', cell: ({ door }) => DOORS[door] },
          {
            header: 'Change',
            cell: ({ action, outcome }) => (
              <>
                {words(action)}
                {outcome === 'incomplete' && <Box variant="small">not completed</Box>}
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
                  <Box variant="small">with {names.get(related) ?? related}</Box>
                )}
                {changes?.map((change) => (
                  <div key={describeChange(change)}>{describeChange(change)}</div>
                ))}
              </>
            ),
          },
        ]}
      />
    </Screen>
  );
}
