import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isEventVariable } from '../../../shared/content/known-tags';
import { chosenOf } from '../app/chosen-of';
import type { TextKind } from './pieces';
import {
  describeValue,
  type FieldLabels,
  OFFSET_UNITS,
  type OffsetUnit,
  readOffset,
  type Value,
  writeTag,
} from './value';

interface Props {
  value: Value;
  kind: TextKind;
  fields: FieldLabels;
  /** Fault of the value, if it has any. */
  doubt: string | undefined;
  /** Called with the tag that takes its place; empty removes it. */
  onChange: (tag: string) => void;
  onClose: () => void;
}

/** Form of one value in a text: what is written when it is empty, and its other parts. */
export function ValuePanel({ value, kind, fields, doubt, onChange, onClose }: Props) {
  const [draft, setDraft] = useState(value);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>('input, button')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  const error = errorOf(draft);
  const canChange = kind.hasDefaults || value.kind === 'date' || value.kind === 'event';
  const isFixed = value.kind === 'today' || value.kind === 'link' || !canChange;
  const apply = () => {
    if (error !== undefined) return;
    const tag = writeTag(draft);
    if (tag === writeTag(value)) onClose();
    else onChange(tag);
  };
  const takeKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // Enter on a button presses it.
    else if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    else apply();
    event.preventDefault();
    event.stopPropagation();
  };
  const title = describeValue('ifEmpty' in value ? { ...value, ifEmpty: '' } : value, fields);
  return (
    <div className="value-panel" role="group" aria-label={title} ref={panel} onKeyDown={takeKey}>
      <SpaceBetween size="s">
        <Header variant="h3">{title}</Header>
        {doubt !== undefined && <Alert type="warning">{doubt}</Alert>}
        <ValueFields draft={draft} kind={kind} error={error} onChange={setDraft} />
        <SpaceBetween direction="horizontal" size="xs">
          {!isFixed && (
            <Button disabled={error !== undefined} formAction="none" onClick={apply}>
              Done
            </Button>
          )}
          <Button formAction="none" iconName="remove" onClick={() => onChange('')}>
            Remove value
          </Button>
          <Button formAction="none" variant="link" onClick={onClose}>
            Close
          </Button>
        </SpaceBetween>
      </SpaceBetween>
    </div>
  );
}

interface FieldProps {
  draft: Value;
  kind: TextKind;
  error: string | undefined;
  onChange: (value: Value) => void;
}

function ValueFields({ draft, kind, error, onChange }: FieldProps) {
  switch (draft.kind) {
    case 'contact':
    case 'event':
      return (
        <>
          {draft.kind === 'event' && (
            <FormField
              label="Name of the value"
              description="As the program that reports the event calls it."
              errorText={error}
            >
              <Input
                value={draft.name}
                onChange={({ detail }) => onChange({ ...draft, name: detail.value.trim() })}
              />
            </FormField>
          )}
          {kind.hasDefaults && (
            <FormField label="If empty, write" description="Such as friend. Without it, nothing is written.">
              <Input
                value={draft.ifEmpty}
                onChange={({ detail }) => onChange({ ...draft, ifEmpty: detail.value })}
              />
            </FormField>
          )}
        </>
      );
    case 'date':
      return (
        <OffsetFields
          offset={draft.offset}
          error={error}
          onChange={(offset) => onChange({ ...draft, offset })}
        />
      );
    case 'today':
    case 'link':
      return null;
  }
}

const UNITS = (Object.keys(OFFSET_UNITS) as OffsetUnit[]).map((value) => ({
  value,
  label: `${OFFSET_UNITS[value]}s`,
}));

interface OffsetProps {
  offset: string;
  error: string | undefined;
  onChange: (offset: string) => void;
}

function OffsetFields({ offset, error, onChange }: OffsetProps) {
  const { unit } = readOffset(offset);
  const amount = offset.slice(0, -1);
  return (
    <SpaceBetween direction="horizontal" size="s">
      <FormField label="From today on" description="With a minus: before today." errorText={error}>
        <Input
          value={amount}
          inputMode="numeric"
          onChange={({ detail }) => onChange(`${detail.value.trim()}${unit}`)}
        />
      </FormField>
      <FormField label="Unit">
        <Select
          selectedOption={UNITS.find(({ value }) => value === unit) ?? null}
          options={UNITS}
          expandToViewport
          onChange={({ detail }) =>
            onChange(`${amount}${chosenOf(UNITS, detail.selectedOption.value) ?? unit}`)
          }
        />
      </FormField>
    </SpaceBetween>
  );
}

const LONGEST_OFFSET = 4;

function errorOf(value: Value): string | undefined {
  if (value.kind === 'event' && !isEventVariable(`event_${value.name}`))
    return 'Letters, digits and underscores, such as order_total.';
  if (value.kind === 'date' && !new RegExp(`^[+-]?\\d{1,${LONGEST_OFFSET}}[dwmy]$`).test(value.offset))
    return 'A whole number of up to four digits.';
  return undefined;
}
