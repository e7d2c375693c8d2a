import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { DeadLetterQueue } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useChange } from '../../app/use-change';
import { When } from '../../format/when';
import { countOf, formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';

const DEAD_LETTERS = ['operator', 'operator/dead-letters'];

/** Descriptions of the content of each queue, for users who do not know the code. */
const CARRIES: Record<string, string> = {
  message: 'Single texts to be sent',
  chunk: 'Parts of broadcasts, batches and campaigns to be sent',
  paced: 'The same, from numbers that may send only so many a second',
  webhook: 'Deliveries to webhooks',
  erasure: 'Erasures of people',
  transfer: 'Imports and exports',
  campaign: 'Audiences of campaigns to be taken',
  customEvent: 'Events that programs report',
  event: 'Events to be delivered to webhooks',
  receipt: 'Delivery receipts of carriers',
  inbound: 'Texts from phones',
  relay: 'Events that could not be passed on',
  timer: 'Runs of the timer',
};

const nameOf = (queue: string) => CARRIES[queue] ?? queue;

/** Screen of the dead letters of each queue. */
export function Component() {
  const pages = usePages({
    queryKey: DEAD_LETTERS,
    fetchPage: () => unwrap(userApi.GET('/console/api/operator/dead-letters')),
  });
  const [chosen, setChosen] = useState<DeadLetterQueue>();
  const redrive = useChange({
    run: (queue: string) =>
      unwrap(
        userApi.POST('/console/api/operator/dead-letters/{queue}/redrive', { params: { path: { queue } } }),
      ),
    done: ({ moved, refused = 0, settled = 0 }) => {
      if (moved === undefined)
        return `The timer has taken up what ${countOf(settled, 'dead letter')} told of.`;
      const kept =
        refused === 0 ? '' : ` ${countOf(refused, 'dead letter')} could not be moved and are kept.`;
      return `${countOf(moved, 'dead letter')} put back.${kept}`;
    },
    failed: 'Nothing was put back',
    changes: [DEAD_LETTERS],
    onDone: () => setChosen(undefined),
  });
  return (
    <Screen
      title="Dead letters"
      description="Work that failed too often and was set aside. Find the cause first, then put it back."
    >
      <SimpleTable
        pages={pages}
        label="Queues"
        trackBy={({ queue }) => queue}
        empty={<EmptyList title="No queues">This installation does not say which queues it has.</EmptyList>}
        columns={[
          { header: 'Work', cell: ({ queue }) => nameOf(queue) },
          {
            header: 'Waiting',
            cell: ({ waiting }) => (waiting === undefined ? '–' : formatCount(waiting)),
          },
          {
            header: 'Dead letters',
            cell: ({ deadLetters }) => formatCount(deadLetters),
            sortBy: ({ deadLetters }) => deadLetters,
          },
          { header: 'About', cell: (queue) => <About {...queue} /> },
        ]}
        actions={(queue) =>
          queue.deadLetters === 0
            ? []
            : [
                {
                  text: 'Put back',
                  label: `Put back: ${nameOf(queue.queue)}`,
                  onClick: () => setChosen(queue),
                },
              ]
        }
      />
      {chosen !== undefined && (
        <Confirm
          title={`Put ${countOf(chosen.deadLetters, 'dead letter')} back?`}
          action="Put back"
          isBusy={redrive.isPending}
          onCancel={() => setChosen(undefined)}
          onConfirm={() => redrive.mutate(chosen.queue)}
        >
          {nameOf(chosen.queue)}.{' '}
          {chosen.hasQueue
            ? 'They are tried again at once, up to 500 at a time. No one is texted twice by that. What fails again is set aside again.'
            : 'The timer takes up what they tell of, and then they are deleted.'}
        </Confirm>
      )}
    </Screen>
  );
}

function About({ letters, deadLetters }: DeadLetterQueue) {
  if (letters.length === 0) return '–';
  const more = deadLetters - letters.length;
  return (
    <>
      {letters.map(({ about, firstSentAt }, index) => (
        <div key={index} className="wrap-anywhere">
          {about}
          {firstSentAt !== undefined && (
            <>
              {' '}
              (<When at={firstSentAt} />)
            </>
          )}
        </div>
      ))}
      {more > 0 && <div>{formatCount(more)} more</div>}
    </>
  );
}
