import Header from '@cloudscape-design/components/header';
import type { ReactNode } from 'react';
import type { ConsoleImport } from '../../api/schemas';
import { countOf, formatCount } from '../../format/numbers';

interface Props {
  of: ConsoleImport;
  /** Actions on the rows on the screen. */
  advice: string;
  actions?: ReactNode;
}

/** Heading of the rejected rows: how many of them are shown, and where the others are. */
export function RejectedHeader({
  of: { rejectedSample, rejected, hasRejectedFile },
  advice,
  actions,
}: Props) {
  const others = rejected - rejectedSample.length;
  return (
    <Header
      variant="h2"
      counter={
        others > 0
          ? `(first ${formatCount(rejectedSample.length)} of ${formatCount(rejected)})`
          : `(${formatCount(rejected)})`
      }
      description={[
        advice,
        others > 0 &&
          `${others === 1 ? 'One more is' : `${countOf(others, 'more', 'more')} are`} not shown here${hasRejectedFile ? ': download the rejected rows, correct that file, and import it' : ''}.`,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={actions}
    >
      Rejected rows
    </Header>
  );
}
