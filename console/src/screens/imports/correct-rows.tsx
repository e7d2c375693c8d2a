import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { DataTable } from '../../lists/data-table';
import { describeError } from '../../api/request-error';
import type { ConsoleImport } from '../../api/schemas';
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
  withoutRows,
} from './correction-draft';
import { RejectedCells } from './rejected-cells';
import { type RejectedFile, writeCorrected } from './rejected-file';
import { RejectedHeader } from './rejected-header';
import { runCorrection } from './run-import';
import { shownRows, type ShownRow } from './shown-rows';

const ADVICE =
  'Correct the values here, and import the corrected rows with the settings of this import. They become an import of their own.';

/** Rejected rows with fields for their values, and the import of those that were corrected. */
export function CorrectRows({ of, file }: { of: ConsoleImport; file: RejectedFile }) {
  const { id, api, path } = useAccount();
  const { value: draft, setValue: setDraft } = useKept(`rejected rows ${of.id}`, NO_CORRECTION);
  const [begunId, setBegunId] = useState<string>();
  const tried = rowsTried(of);
  const rows = shownRows(of.rejectedSample, file);
  const isOpen = ({ row, original }: ShownRow) => original !== undefined && !tried.has(row);
  const chosen = rows.filter((row) => isOpen(row) && draft.chosen.includes(row.row));
  const run = useChange({
    run: (next: CorrectionDraft) => {
      const corrected = chosen.flatMap(({ original }) => (original ? [correctRow(next, original)] : []));
      const content = writeCorrected(file, corrected);
      const renewKey = () => {
        const key = crypto.randomUUID();
        setDraft((before) => ({ ...before, key }));
        return key;
      };
      return runCorrection(api, { importId: of.id, format: file.format, content, draft: next, renewKey });
    },
    failed: 'The corrected rows were not imported',
    isQuiet: true,
    changes: [[id, 'imports']],
    onDone: (importId, { chosen: imported }) => {
      setDraft((before) => withoutRows(before, imported));
      setBegunId(importId);
    },
  });
  const submit = () => {
    const next = tryOf(
      { ...draft, chosen: chosen.map(({ row }) => row) },
      { newKey: crypto.randomUUID(), isTrial: of.dryRun },
    );
    setDraft(next);
    run.mutate(next);
  };
  return (
    <>
      {begunId !== undefined && <Navigate to={path(`imports/${begunId}`)} />}
      {run.error !== null && (
        <Alert type="error" header="The corrected rows were not imported">
          {describeError(run.error)} What you typed is kept. Try again: they are imported once at most.
        </Alert>
      )}
      <DataTable<ShownRow>
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
        selectionType="multi"
        selectedItems={chosen}
        isItemDisabled={(row) => !isOpen(row) || run.isPending}
        onSelectionChange={({ detail }) =>
          setDraft({ ...draft, chosen: detail.selectedItems.map(({ row }) => row) })
        }
        columnDefinitions={[
          { id: 'row', header: 'Row', isRowHeader: true, verticalAlign: 'top', cell: ({ row }) => row },
          {
            id: 'cells',
            header: 'What is wrong, and its values',
            verticalAlign: 'top',
            cell: (row) => (
              <RejectedCells
                row={row}
                columns={file.columns}
                tried={tried.get(row.row)}
                draft={draft}
                isBusy={run.isPending}
                onChange={setDraft}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function nameOfAction(count: number, isTrial: boolean): string {
  const rows = count === 0 ? 'corrected rows' : countOf(count, 'row');
  return isTrial ? `Try ${rows} again` : `Import ${rows}`;
}
