import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useRef, useState } from 'react';
import { useAccount } from '../app/session';
import { useDebounced } from '../audience/use-debounced';
import { CreateLink } from './create-link';
import { type Piece, piecesOf, type TextKind } from './pieces';
import { TextMarks } from './text-marks';
import './texts.css';
import { useChipField } from './use-chip-field';
import { useDoubts, useFieldLabels, useLinks } from './use-values';
import { describeValue, writeTag } from './value';
import { MAKE_LINK, valueMenu } from './value-menu';
import { ValuePanel } from './value-panel';

interface Props {
  label: string;
  info?: ReactNode;
  description?: string;
  constraintText?: ReactNode;
  errorText: string | undefined;
  placeholder?: string;
  rows: number;
  body: string;
  onChange: (body: string) => void;
  /** Constant that says which values the text can have. */
  kind: TextKind;
}

type ValuePiece = Extract<Piece, { kind: 'value' }>;

/**
 * Editor of a text with values. The values stand in the text as chips and below it as buttons, which open a form of the
 * value. What it takes and gives is the text as it is stored, with its tags.
 */
export function TextEditor(props: Props) {
  const { label, info, description, constraintText, errorText, placeholder, rows, body, onChange, kind } =
    props;
  const { customFields, fields } = useFieldLabels();
  const area = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<number>();
  const [makesLink, setMakesLink] = useState(false);
  const change = (next: string) => {
    setOpened(undefined);
    onChange(next);
  };
  const field = useChipField({ ...{ body, kind, fields, area }, onChange: change, onChip: setOpened });
  const doubts = useDoubts(body, kind);
  const warnings = [...(useDebounced(body, READ_OUT_MS) === body ? doubts.values() : [])];
  const values = piecesOf(body, kind).filter((piece): piece is ValuePiece => piece.kind === 'value');
  const open = opened === undefined ? undefined : values[opened];
  return (
    <SpaceBetween size="s">
      <FormField
        {...{ label, info, description, constraintText, errorText }}
        warningText={
          warnings.length > 0 ? warnings.map((warning) => <div key={warning}>{warning}</div>) : undefined
        }
        stretch
      >
        <div className="text-area" ref={area}>
          <Textarea
            value={field.shown}
            rows={rows}
            resize="vertical"
            {...(placeholder !== undefined && { placeholder })}
            onChange={({ detail }) => field.write(detail.value)}
          />
          <TextMarks marks={field.marks} isDoubtful={(tag) => doubts.has(tag)} />
        </div>
      </FormField>
      <div className="value-chips">
        <InsertValue
          {...{ kind, customFields }}
          onInsert={field.insert}
          onMakeLink={() => setMakesLink(true)}
        />
        {values.length > 0 && (
          <div className="value-chips" role="group" aria-label="Values in this text">
            {values.map(({ text, value }, index) => (
              <button
                key={index}
                type="button"
                className={doubts.has(text) ? 'value-chip text-doubtful' : 'value-chip'}
                aria-expanded={index === opened}
                onClick={() => setOpened(index === opened ? undefined : index)}
              >
                {describeValue(value, fields)}
              </button>
            ))}
          </div>
        )}
      </div>
      {opened !== undefined && open !== undefined && (
        <ValuePanel
          key={opened}
          {...{ kind, fields }}
          value={open.value}
          doubt={doubts.get(open.text)}
          onChange={(tag) => field.replaceChip(opened, tag)}
          onClose={() => {
            setOpened(undefined);
            area.current?.querySelector('textarea')?.focus();
          }}
        />
      )}
      {makesLink && (
        <CreateLink
          onMade={(link) => field.insert(writeTag({ kind: 'link', link }))}
          onClose={() => setMakesLink(false)}
        />
      )}
    </SpaceBetween>
  );
}

/** A tag that is being typed is not read out as wrong. */
const READ_OUT_MS = 800;

interface InsertProps {
  kind: TextKind;
  customFields: Parameters<typeof valueMenu>[0]['customFields'];
  onInsert: (tag: string) => void;
  onMakeLink: () => void;
}

/** Menu that puts a value into a text, such as the first name of the recipient, or a tracked link. */
function InsertValue({ kind, customFields, onInsert, onMakeLink }: InsertProps) {
  const { can } = useAccount();
  const links = useLinks() ?? [];
  return (
    <ButtonDropdown
      items={valueMenu({ kind, customFields, links, mayMakeLinks: can('campaigns:write') })}
      expandableGroups
      onItemClick={({ detail }) => (detail.id === MAKE_LINK ? onMakeLink() : onInsert(detail.id))}
    >
      Insert a value or a link
    </ButtonDropdown>
  );
}
