import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { countOf, formatCount } from '../format/numbers';
import { failuresByReason } from './bulk-failures';
import type { EachOutcome } from './run-each';
import { useEach } from './use-each';

interface Props<T> {
  title: string;
  action: string;
  /** Rows that it is done to. */
  items: T[];
  /** Chosen rows that it is not for. They stay chosen. */
  others?: T[];
  labelOf: (item: T) => string;
  run: (item: T) => Promise<unknown>;
  /** Message after all of it is done. */
  done: (count: number) => string;
  /** Lists of the account that it changes, such as `contacts`. */
  changes: readonly string[];
  isDisabled?: boolean;
  children: ReactNode;
  onClose: (left: T[]) => void;
}

/**
 * Dialog that does something to several rows: asks first, shows how far it is, and names each row with which it failed,
 * and why. The rows with which it failed, or that were not tried, stay chosen.
 */
export function BulkDialog<T>(props: Props<T>) {
  const { title, action, items, others = [], labelOf, isDisabled = false, children, onClose } = props;
  const { start, stop, ended, running, outcome } = useEach({
    ...props,
    onAllDone: () => onClose(others),
  });
  const left =
    outcome === undefined ? items : [...outcome.failed.map(({ item }) => item), ...outcome.untried];
  const isRunning = running !== undefined;
  const close = () => (isRunning ? stop() : onClose([...left, ...others]));
  return (
    <Modal
      visible
      header={title}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {isRunning ? 'Stop' : outcome === undefined ? 'Cancel' : 'Close'}
            </Button>
            <Button
              variant="primary"
              loading={isRunning}
              disabled={isDisabled || left.length === 0}
              onClick={() => start(left)}
            >
              {outcome === undefined ? action : `Try ${countOf(left.length, 'row')} again`}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="l">
        {running === undefined && outcome !== undefined && <Outcome outcome={outcome} labelOf={labelOf} />}
        {running === undefined ? (
          outcome === undefined && children
        ) : (
          <ProgressBar
            value={Math.floor((100 * ended) / running.length)}
            label={`${formatCount(ended)} of ${formatCount(running.length)}`}
            description="What is done stays done when you stop."
          />
        )}
      </SpaceBetween>
    </Modal>
  );
}

/** Summary of what was not done to all rows. */
function Outcome<T>({ outcome, labelOf }: { outcome: EachOutcome<T>; labelOf: (item: T) => string }) {
  const { done, failed, untried } = outcome;
  const all = done.length + failed.length + untried.length;
  return (
    <Alert
      type={failed.length > 0 ? 'error' : 'warning'}
      header={`Done with ${formatCount(done.length)} of ${formatCount(all)}`}
    >
      {failuresByReason(failed, labelOf).map(({ reason, labels }) => (
        <div key={reason}>
          <b>{labels.join(', ')}</b>: {reason}
        </div>
      ))}
      {untried.length > 0 && (
        <div>
          <b>{untried.map(labelOf).join(', ')}</b>: not tried.
        </div>
      )}
    </Alert>
  );
}
