import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import { DayInput } from '../../../app/day-input';
import type { Clock } from './clock';

interface Props extends Clock {
  label: string;
  timeLabel: string;
  dayError: string | undefined;
  timeError: string | undefined;
  onChange: (part: Partial<Clock>) => void;
}

/** Two fields side by side: a day, and a time on it. */
export function DayAndTime({ label, timeLabel, date, time, dayError, timeError, onChange }: Props) {
  return (
    <SpaceBetween direction="horizontal" size="m">
      <FormField label={label} errorText={dayError}>
        <DayInput value={date} onChange={(day) => onChange({ date: day })} />
      </FormField>
      <FormField label={timeLabel} errorText={timeError}>
        <TimeInput
          value={time}
          format="hh:mm"
          placeholder="hh:mm"
          onChange={({ detail }) => onChange({ time: detail.value })}
        />
      </FormField>
    </SpaceBetween>
  );
}
