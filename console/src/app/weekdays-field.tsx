import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect';
import type { Weekday } from '../api/schemas';

const WEEKDAYS: Array<{ value: Weekday; label: string }> = [
  { value: 'MON', label: 'Monday' },
  { value: 'TUE', label: 'Tuesday' },
  { value: 'WED', label: 'Wednesday' },
  { value: 'THU', label: 'Thursday' },
  { value: 'FRI', label: 'Friday' },
  { value: 'SAT', label: 'Saturday' },
  { value: 'SUN', label: 'Sunday' },
];

/** Returns the chosen weekdays in the order of the week. */
const weekdaysIn = (options: MultiselectProps.Options): Weekday[] =>
  WEEKDAYS.flatMap(({ value }) => (options.some((option) => option.value === value) ? [value] : []));

/** Choice of days of the week; none chosen is every day. */
export function WeekdaysField({
  ariaLabel,
  value: days,
  placeholder = 'Every day',
  onChange,
}: {
  ariaLabel?: string;
  /** Words for no choice. */
  placeholder?: string;
  value: readonly Weekday[];
  onChange: (days: Weekday[]) => void;
}) {
  return (
    <Multiselect
      {...(ariaLabel !== undefined && { ariaLabel })}
      selectedOptions={WEEKDAYS.filter(({ value }) => days.includes(value))}
      options={WEEKDAYS}
      placeholder={placeholder}
      expandToViewport
      onChange={({ detail }) => onChange(weekdaysIn(detail.selectedOptions))}
    />
  );
}
