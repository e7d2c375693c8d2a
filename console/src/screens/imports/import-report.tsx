import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ListedImport } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { formatBytes, formatCount } from '../../format/numbers';
import { describeFile, describeStarter } from './describe-import';

const WHY_SKIPPED =
  'Contacts that were there and were to be kept, numbers that are twice in the file, and contacts that were erased.';
const DATE_FORMATS = { mdy: 'Month first', dmy: 'Day first' } as const;

/** Report of the outcome of an import's rows. */
export function ImportReport({ of }: { of: ListedImport }) {
  return (
    <Container header={<Header variant="h2">Report</Header>}>
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'File', value: describeFile(of) },
          { label: 'Size', value: of.fileBytes === undefined ? '–' : formatBytes(of.fileBytes) },
          { label: 'Started by', value: describeStarter(of) },
          { label: 'Rows read', value: formatCount(of.rows) },
          { label: 'New contacts', value: formatCount(of.created) },
          { label: 'Changed', value: formatCount(of.updated) },
          {
            label: 'Unchanged',
            value: <Explained count={of.unchanged} why="The contact is already as the row says." />,
          },
          { label: 'Skipped', value: <Explained count={of.skipped} why={WHY_SKIPPED} /> },
          { label: 'Rejected', value: formatCount(of.rejected) },
          {
            label: 'The same number twice',
            value: (
              <Explained count={of.duplicates} why="Of the skipped rows. The last row of a number counts." />
            ),
          },
          {
            label: 'Opted out',
            value: <Explained count={of.optedOut} why="Phone numbers that the file says refuse all texts." />,
          },
          { label: 'Columns left out', value: of.ignoredColumns.join(', ') || 'None' },
          {
            label: 'Dates with slashes',
            value: of.dateFormat === undefined ? '–' : DATE_FORMATS[of.dateFormat],
          },
          { label: 'Started', value: formatDateTime(of.startedAt) },
          { label: 'Completed', value: formatDateTime(of.completedAt) },
        ]}
      />
    </Container>
  );
}

/** Figure with an explanation, if it is not 0. */
function Explained({ count, why }: { count: number; why: string }) {
  return (
    <>
      {formatCount(count)}
      {count > 0 && (
        <Box variant="small" display="block">
          {why}
        </Box>
      )}
    </>
  );
}
