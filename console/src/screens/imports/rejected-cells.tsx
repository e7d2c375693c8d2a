import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useId } from 'react';
import type { ConsoleImport } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { type CorrectionDraft, typeInto } from './correction-draft';
import { beginningOfCells, type ShownRow } from './shown-rows';

const FIELDS_A_LINE = 3;
const FIELD_MIN_WIDTH_PX = 170;

interface Props {
  row: ShownRow;
  columns: readonly string[];
  /** Import in which the row was tried again. */
  tried: ConsoleImport['corrections'][number] | undefined;
  draft: CorrectionDraft;
  isBusy: boolean;
  onChange: (change: (draft: CorrectionDraft) => CorrectionDraft) => void;
}

/** Reason of a rejection with fields for the values: first those that are wrong, the others folded. */
export function RejectedCells({ row, columns, tried, draft, isBusy, onChange }: Props) {
  const { path } = useAccount();
  const { original, wrong, column, reason } = row;
  const reasonId = useId();
  const others = [...(original?.cells.keys() ?? [])].filter((index) => !wrong.has(index));
  const fields = (indexes: Iterable<number>) => (
    <ColumnLayout columns={FIELDS_A_LINE} minColumnWidth={FIELD_MIN_WIDTH_PX}>
      {[...indexes].map((index) => (
        <Cell
          key={index}
          {...{ row, index, draft, isBusy, onChange, reasonId }}
          name={nameOf(columns, index)}
        />
      ))}
    </ColumnLayout>
  );
  return (
    <SpaceBetween size="xs">
      <div id={reasonId}>
        {column !== undefined && <Box variant="strong">{column}: </Box>}
        {reason.replaceAll('; customFields.', '; ')}
      </div>
      {tried !== undefined && (
        <Box>
          Tried again: <RouteLink to={path(`imports/${tried.id}`)}>see what became of it</RouteLink>
        </Box>
      )}
      {original === undefined && <Box color="text-body-secondary">Correct this row in the file.</Box>}
      {original !== undefined && tried === undefined && (
        <>
          {wrong.size > 0 && fields(wrong)}
          {others.length > 0 && (
            <ExpandableSection
              headerText={wrong.size === 0 ? 'Values' : 'Other values'}
              headerDescription={beginningOfCells(others.map((index) => original.cells[index] ?? ''))}
              defaultExpanded={wrong.size === 0}
            >
              {fields(others)}
            </ExpandableSection>
          )}
        </>
      )}
    </SpaceBetween>
  );
}

/** A row can have more cells than the header, and the header cells without a name. */
function nameOf(columns: readonly string[], index: number): string {
  const name = columns[index] ?? '';
  return name === '' ? `Column ${index + 1}` : name;
}

interface CellProps extends Pick<Props, 'row' | 'draft' | 'isBusy' | 'onChange'> {
  index: number;
  name: string;
  /** Id of the element with the reason of the rejection. */
  reasonId: string;
}

/** Field of a cell, marked as wrong until it is changed. */
function Cell({ row: { row, original, wrong }, index, name, reasonId, draft, isBusy, onChange }: CellProps) {
  const before = original?.cells[index] ?? '';
  const value = draft.values[row]?.[index] ?? before;
  const isWrong = wrong.has(index) && value === before;
  return (
    <FormField label={name} stretch>
      <Input
        value={value}
        ariaLabel={`${name}, row ${row}`}
        invalid={isWrong}
        {...(isWrong && { ariaDescribedby: reasonId })}
        disabled={isBusy}
        autoComplete={false}
        onChange={({ detail }) =>
          onChange((current) => typeInto(current, { row, column: index, value: detail.value, before }))
        }
      />
    </FormField>
  );
}
