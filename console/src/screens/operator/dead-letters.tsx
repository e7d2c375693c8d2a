import { consoleRequest } from '../../api/client';
import { Screen } from '../../app/screen';
import { useChange } from '../../app/use-change';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface QueueState {
  queue: string;
  waiting: number;
  deadLetters: number;
  letters: { about: string; firstSentAt?: string }[];
}

/** Work that failed too often and was set aside, for each queue. */
export function Component() {
  const pages = useConsoleList<QueueState>('operator/dead-letters');
  const redrive = useChange({
    run: (queue: string) =>
      consoleRequest<{ moved?: number; settled?: number }>(`operator/dead-letters/${queue}/redrive`, {
        method: 'POST',
        body: {},
      }),
    done: ({ moved, settled }) =>
      moved === undefined ? `${settled ?? 0} settled.` : `${moved} put back into the queue.`,
    failed: 'Nothing was put back',
    changes: [['operator', 'operator/dead-letters']],
  });
  return (
    <Screen title="Dead letters" description="Work that failed too often and waits for an operator.">
      <SimpleTable
        pages={pages}
        label="Queues"
        trackBy={({ queue }) => queue}
        empty={<EmptyList title="No queues" />}
        columns={[
          { header: 'Queue', cell: ({ queue }) => queue },
          { header: 'Waiting for work', cell: ({ waiting }) => formatCount(waiting) },
          { header: 'Dead letters', cell: ({ deadLetters }) => formatCount(deadLetters) },
          { header: 'About', cell: ({ letters }) => letters.map(({ about }) => about).join('; ') || '–' },
        ]}
        actions={({ queue, deadLetters }) =>
          deadLetters === 0
            ? []
            : [
                {
                  text: 'Put back',
                  label: `Put the dead letters of ${queue} back`,
                  onClick: () => redrive.mutate(queue),
                },
              ]
        }
      />
    </Screen>
  );
}
