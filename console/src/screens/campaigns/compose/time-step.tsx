import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { timeZoneNames } from '../../../../../shared/time-zones/time-zone';
import { chosenOf } from '../../../app/chosen-of';
import { fieldError } from '../../../app/field-error';
import { byWhichClock } from '../../../format/reader-clock';
import { HoursFields } from '../../../plans/hours-fields';
import { tomorrow } from './clock';
import type { StepProps } from './composer';
import { DayAndTime } from './day-and-time';
import type { TimingKind } from './draft';
import { isDayMissing, isEndDayMissing, isEndTimeMissing, isTimeMissing } from './missing';

const timings = (): Array<{ value: TimingKind; label: string; description?: string }> => [
  { value: 'now', label: 'As soon as it is launched' },
  { value: 'at', label: `At a time, ${byWhichClock()}` },
  {
    value: 'recipient',
    label: 'At a time, by each recipient’s clock',
    description: 'Ten in the morning is ten in New York and, three hours later, ten in Los Angeles.',
  },
  { value: 'zone', label: 'At a time, in a time zone that you choose' },
];

/** Step for the time of sending, its time zone, and the sending hours. */
export function TimeStep({ draft, change, showsMissing, error }: StepProps) {
  const zones = useMemo(() => timeZoneNames().map((value) => ({ value, label: value })), []);
  const dayError = showsMissing && isDayMissing(draft) ? 'Choose the day.' : fieldError(error, '/schedule');
  const endError =
    showsMissing && isEndDayMissing(draft) ? 'Choose the day.' : fieldError(error, '/expiresAt');
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">When</Header>}>
        <SpaceBetween size="l">
          <FormField label="Start">
            <RadioGroup
              value={draft.timing}
              onChange={({ detail }) => {
                const timing = chosenOf(timings(), detail.value) ?? draft.timing;
                change({ timing, ...(timing !== 'now' && draft.date === '' && { date: tomorrow() }) });
              }}
              items={timings()}
            />
          </FormField>
          {draft.timing !== 'now' && (
            <SpaceBetween direction="horizontal" size="m">
              <DayAndTime
                label="Day"
                timeLabel="Time"
                date={draft.date}
                time={draft.time}
                dayError={dayError}
                timeError={showsMissing && isTimeMissing(draft) ? 'Choose the time.' : undefined}
                onChange={({ date = draft.date, time = draft.time }) => change({ date, time })}
              />
              {draft.timing === 'zone' && (
                <FormField label="Time zone">
                  <Select
                    selectedOption={{ value: draft.timeZone, label: draft.timeZone }}
                    options={zones}
                    filteringType="auto"
                    expandToViewport
                    onChange={({ detail }) =>
                      change({ timeZone: detail.selectedOption.value ?? draft.timeZone })
                    }
                  />
                </FormField>
              )}
            </SpaceBetween>
          )}
          <Checkbox checked={draft.hasEnd} onChange={({ detail }) => change({ hasEnd: detail.checked })}>
            End at a time: recipients that were not reached by then get nothing
          </Checkbox>
          {draft.hasEnd && (
            <SpaceBetween direction="horizontal" size="m">
              <DayAndTime
                label={`Last day, ${byWhichClock()}`}
                timeLabel="Until this time"
                date={draft.endDate}
                time={draft.endTime}
                dayError={endError}
                timeError={showsMissing && isEndTimeMissing(draft) ? 'Choose the time.' : undefined}
                onChange={({ date = draft.endDate, time = draft.endTime }) =>
                  change({ endDate: date, endTime: time })
                }
              />
            </SpaceBetween>
          )}
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">Hours</Header>}>
        <HoursFields
          hours={draft}
          purpose={draft.purpose}
          onChange={change}
          error={fieldError(error, '/sendingHours')}
        />
      </Container>
    </SpaceBetween>
  );
}
