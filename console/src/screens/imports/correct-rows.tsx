import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { Navigate } from 'react-router';
import { useState } from 'react';
import { describeError } from '../../api/request-error';
import type { ConsoleImport } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { countOf } from '../../format/numbers';
import { useKept } from '../../kept/use-kept';
import {
  type CorrectionDraft,
  correctRow,
  NO_CORRECTION,
  rowsTried,
  tryOf,
  typeInto,
  withoutRows,
} from './correction-draft';
import { columnsByUse, shownRows, type ShownRow } from './shown-rows';
import { RejectedHeader } from './rejected-header';
import { type RejectedFile, writeCorrected } from './rejected-file';
import { runCorrection } from './run-import';

const CELL_MIN_WIDTH_PX = 170;
const ADVICE =
  'Correct the values here, and import the corrected rows with the settings of this import. They become an import of their own.';

/** Rejected rows with fields for their values, and the import of those that were corrected. */
export function CorrectRows({ of, file }: { of: ConsoleImport; file: RejectedFile }) {
  const { id, api, path } = useAccount();
  const { value: draft, setValue: setDraft } = useKept(`rejected rows ${of.id}`, NO_CORRECTION);
  const [begunId, setBegunId] = useState<string>();
  const tried = rowsTried(of.corrections);
  const rows = shownRows(of.rejectedSample, file);
  const isOpen = ({ row, original }: ShownRow) => original !== undefined && !tried.has(row);
  const chosen = rows.filter((row) => isOpen(row) && draft.chosen.includes(row.row));
  const run = useChange({
    run: (next: CorrectionDraft) =>
      runCorrection(api, {
        importId: of.id,
        format: file.format,
        file: writeCorrected(
          file,
          chosen.flatMap(({ original }) => (original ? [correctRow(next, original)] : [])),
        ),
        draft: next,
      }),
    failed: 'The corrected rows were not imported',
    isQuiet: true,
    changes: [[id, 'imports']],
    onDone: (importId, { chosen: imported }) => {
      setDraft((before) => withoutRows(before, imported));
      setBegunId(importId);
    },
  });
  const submit = () => {
    const next = tryOf({ ...draft, chosen: chosen.map(({ row }) => row) }, crypto.randomUUID());
    setDraft(next);
    run.mutate(next);
  };
  /** A row can have more cells than the header, and the header cells without a name. */
  const nameOf = (column: number) => {
    const name = file.columns[column] ?? '';
    return name === '' ? `Column ${column + 1}` : name;
  };
  const cellOf = (column: number): TableProps.ColumnDefinition<ShownRow> => ({
    id: `cell ${column}`,
    header: nameOf(column),
    minWidth: CELL_MIN_WIDTH_PX,
    cell: (row) => (
      <Cell
        row={row}
        column={column}
        label={`${nameOf(column)}, row ${row.row}`}
        draft={draft}
        isOpen={isOpen(row) && !run.isPending}
        onChange={setDraft}
      />
    ),
  });

  return (
    <>
      {begunId !== undefined && <Navigate to={path(`imports/${begunId}`)} />}
      {run.error !== null && (
        <Alert type="error" header="The corrected rows were not imported">
          {describeError(run.error)} What you typed is kept: try again, and they are imported once at most.
        </Alert>
      )}
      <Table<ShownRow>
        header={
          <RejectedHeader
            of={of}
            advice={ADVICE}
            actions={
              <Button
                variant="primary"
                disabled={chosen.length === 0}
                loading={run.isPending}
                loadingText="Uploading"
                onClick={submit}
              >
                {nameOfAction(chosen.length, of.dryRun)}
              </Button>
            }
          />
        }
        ariaLabels={{
          tableLabel: 'Rejected rows',
          selectionGroupLabel: 'Rows to import',
          allItemsSelectionLabel: () => 'Choose all rows',
          itemSelectionLabel: (_, { row }) => `Import row ${row}`,
        }}
        items={rows}
        trackBy={({ row }) => String(row)}
        wrapLines
        stickyColumns={{ first: 1 }}
        selectionType="multi"
        selectedItems={chosen}
        isItemDisabled={(row) => !isOpen(row) || run.isPending}
        onSelectionChange={({ detail }) =>
          setDraft({ ...draft, chosen: detail.selectedItems.map(({ row }) => row) })
        }
        columnDefinitions={[
          { id: 'row', header: 'Row', isRowHeader: true, cell: ({ row }) => row },
          {
            id: 'reason',
            header: 'What is wrong',
            minWidth: 260,
            cell: (row) => <Reason row={row} tried={tried.get(row.row)} />,
          },
          ...columnsByUse(rows).map(cellOf),
        ]}
      />
    </>
  );
}

function nameOfAction(count: number, isTrial: boolean): string {
  const rows = count === 0 ? 'corrected rows' : countOf(count, 'row');
  return isTrial ? `Try ${rows} again` : `Import ${rows}`;
}

interface ReasonProps {
  row: ShownRow;
  /** Import in which the row was tried again. */
  tried: ConsoleImport['corrections'][number] | undefined;
}

/** Reason of the rejection, with the import in which the row was tried again. */
function Reason({ row, tried }: ReasonProps) {
  const { path } = useAccount();
  return (
    <>
      {row.column !== undefined && <Box variant="strong">{row.column}: </Box>}
      {row.reason}
      {tried !== undefined && (
        <Box variant="small" display="block">
          Tried again:{' '}
          <RouteLink to={path(`imports/${tried.id}`)} fontSize="body-s">
            see what became of it
          </RouteLink>
        </Box>
      )}
      {row.original === undefined && (
        <Box variant="small" display="block">
          Correct this row in the file.
        </Box>
      )}
    </>
  );
}

interface CellProps {
  row: ShownRow;
  column: number;
  /** Name for screen readers. */
  label: string;
  draft: CorrectionDraft;
  isOpen: boolean;
  onChange: (change: (draft: CorrectionDraft) => CorrectionDraft) => void;
}

/** Field of a cell; the text alone where the row was tried again. */
function Cell({ row: { row, original, wrong }, column, label, draft, isOpen, onChange }: CellProps) {
  const before = original?.cells[column];
  if (before === undefined) return '–';
  const value = draft.values[row]?.[column] ?? before;
  if (!isOpen) return value === '' ? '–' : value;
  return (
    <Input
      value={value}
      ariaLabel={label}
      invalid={wrong.has(column) && value === before}
      autoComplete={false}
      onChange={({ detail }) =>
        onChange((current) => typeInto(current, { row, column, value: detail.value, before }))
      }
    />
  );
}
