import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import type { ListedImport } from '../../api/schemas';
import { describeRows, describeTimeLeft, percentDone } from './describe-import';

/** Progress of a running import: rows done of those of the file, and the time left. */
export function ImportProgress({ of }: { of: ListedImport }) {
  const { totalRows, secondsLeft } = of;
  return (
    <Container header={<Header variant="h2">Progress</Header>}>
      {totalRows === undefined ? (
        <Box>
          The file is being read, or waits for its turn: an account’s imports and exports run two at a time.
        </Box>
      ) : (
        <ProgressBar
          value={percentDone(of)}
          label={`${describeRows(of)} rows`}
          description={secondsLeft === undefined ? '' : capitalized(describeTimeLeft(secondsLeft))}
        />
      )}
    </Container>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
