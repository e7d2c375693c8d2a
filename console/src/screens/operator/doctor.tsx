import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { Screen } from '../../app/screen';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface Check {
  state: 'ok' | 'problem' | 'unknown';
  check: string;
  finding: string;
  advice?: string;
}

const STATES: Record<Check['state'], { text: string; type: StatusIndicatorProps.Type }> = {
  ok: { text: 'Fine', type: 'success' },
  problem: { text: 'Problem', type: 'error' },
  unknown: { text: 'Not known', type: 'info' },
};

/** What the service needs around it, and whether that is there. */
export function Component() {
  const pages = useConsoleList<Check>('operator/doctor');
  return (
    <Screen title="Doctor" description="Checks what the service needs around it.">
      <SimpleTable
        pages={pages}
        label="Checks"
        trackBy={({ check }) => check}
        empty={<EmptyList title="No checks" />}
        columns={[
          { header: 'Check', cell: ({ check }) => check },
          {
            header: 'State',
            cell: ({ state }) => (
              <StatusIndicator wrapText={false} type={STATES[state].type}>
                {STATES[state].text}
              </StatusIndicator>
            ),
          },
          { header: 'Finding', cell: ({ finding }) => finding },
          { header: 'What to do', cell: ({ advice }) => advice ?? '–' },
        ]}
      />
    </Screen>
  );
}
