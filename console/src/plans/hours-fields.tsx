import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import type { Campaign } from '../api/schemas';
import { WeekdaysField } from '../app/weekdays-field';
import type { HoursDraft } from './hours-draft';

interface Props {
  hours: HoursDraft;
  purpose: Campaign['purpose'];
  onChange: (part: Partial<HoursDraft>) => void;
  error: string | undefined;
}

/** Fields for the hours of the recipient's day in which texts are sent. */
export function HoursFields({ hours, purpose, onChange, error }: Props) {
  return (
    <SpaceBetween size="l">
      {purpose === 'marketing' && (
        <Alert type="info">
          Marketing texts are held back outside the legal hours of the recipient’s state, such as 8 in the
          morning to 9 in the evening. Those recipients wait for the next opening.
        </Alert>
      )}
      <Checkbox checked={hours.hasHours} onChange={({ detail }) => onChange({ hasHours: detail.checked })}>
        Send only between certain hours of the recipient’s day
      </Checkbox>
      {hours.hasHours && (
        <SpaceBetween direction="horizontal" size="m">
          <FormField label="From" errorText={error}>
            <TimeInput
              value={hours.hoursFrom}
              format="hh:mm"
              onChange={({ detail }) => onChange({ hoursFrom: detail.value })}
            />
          </FormField>
          <FormField label="Until">
            <TimeInput
              value={hours.hoursTo}
              format="hh:mm"
              onChange={({ detail }) => onChange({ hoursTo: detail.value })}
            />
          </FormField>
          <FormField label="On">
            <WeekdaysField value={hours.hoursDays} onChange={(hoursDays) => onChange({ hoursDays })} />
          </FormField>
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
