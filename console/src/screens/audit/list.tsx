import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { downloadConsoleFile } from '../../api/download';
import { useFlashes } from '../../app/flashes';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useDebounced } from '../../audience/use-debounced';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsolePages } from '../../lists/use-console-pages';
import { type AuditTarget, ChangeTarget, useNames } from './change-target';

interface AuditEntry {
  id: string;
  at: string;
  actor: { type: string; id?: string; email?: string };
  door: 'api' | 'console' | 'cli' | 'service';
  action: string;
  target?: AuditTarget;
  changes?: { from?: string; to: string }[];
}

const DOORS = { api: 'API', console: 'Console', cli: 'Command line', service: 'Service' } as const;

/** `createSegment` as “Create segment”. */
const words = (action: string) => {
  const text = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Every change of the account: who, when, in which way. */
export function Component() {
  const { id } = useAccount();
  const { fail } = useFlashes();
  const [params] = useSearchParams();
  const [actor, setActor] = useState(params.get('actor') ?? '');
  const [target, setTarget] = useState(params.get('target') ?? '');
  const filter = useDebounced({ actor: actor.trim() || undefined, target: target.trim() || undefined });
  const names = useNames();
  const pages = useConsolePages<AuditEntry>('audit', { accountId: id, query: filter });
  return (
    <Screen
      title="Audit log"
      description="Every change, who made it, and whether in the console, by the API or by a command. Texts that were sent are in Messages."
      actions={
        <Button
          iconName="download"
          onClick={() =>
            void downloadConsoleFile('audit/export', {
              accountId: id,
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
        label="Audit log"
        trackBy={(entry) => entry.id}
        filter={
          <SpaceBetween direction="horizontal" size="m">
            <FormField label="By (e-mail address, or id of a key)">
              <Input value={actor} onChange={({ detail }) => setActor(detail.value)} />
            </FormField>
            <FormField label="Of (id of a campaign, contact, key …)">
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
          { header: 'Change', cell: ({ action }) => words(action) },
          {
            header: 'Of',
            cell: ({ target: of, changes }) => (
              <>
                {of === undefined ? '–' : <ChangeTarget target={of} names={names} />}
                {changes?.map(({ from, to }) => (
                  <div key={`${from ?? ''} ${to}`}>
                    {from === undefined ? `“${to}” added` : `“${from}” became “${to}”`}
                  </div>
                ))}
              </>
            ),
          },
        ]}
      />
    </Screen>
  );
}
