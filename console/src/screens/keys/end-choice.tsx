import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { chosenOf } from '../../app/chosen-of';
import { DayInput } from '../../app/day-input';
import { formatDateTime } from '../../format/dates';
import { type EndState, readEnd } from './end-state';
import { inHours, type KeyEnd } from './key-life';

const ENDS: { value: KeyEnd; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'On a day …' },
];

interface Props {
  state: EndState;
  error: string | undefined;
  onChange: (state: EndState) => void;
  /** Label of the choice that leaves the end as it is; absent for a new key. */
  same?: string;
}

/** Choice of the end of a key. */
export function EndChoice({ state, error, onChange, same }: Props) {
  const options =
    same === undefined
      ? ENDS
      : [{ value: 'same' as const, label: same }, ...ENDS.filter(({ value }) => value !== 'never')];
  const { hours, isMissing } = readEnd(state, Date.now());
  const isDay = state.end === 'day';
  const told =
    hours !== undefined &&
    !isMissing &&
    `${formatDateTime(inHours(hours, Date.now()))}. From then on it is refused.`;
  return (
    <SpaceBetween size="s">
      <FormField label="Ends" constraintText={!isDay && told} errorText={isDay ? undefined : error}>
        <Select
          selectedOption={options.find(({ value }) => value === state.end) ?? null}
          options={options}
          expandToViewport
          onChange={({ detail }) =>
            onChange({ ...state, end: chosenOf(options, detail.selectedOption.value) ?? state.end })
          }
        />
      </FormField>
      {isDay && (
        <FormField label="Day on which it ends" constraintText={told} errorText={error}>
          <DayInput value={state.day} onChange={(day) => onChange({ ...state, day })} />
        </FormField>
      )}
    </SpaceBetween>
  );
}
