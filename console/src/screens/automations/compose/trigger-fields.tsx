import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import { useCustomFields } from '../../../api/account-lists';
import { chosenOf } from '../../../app/chosen-of';
import { fieldError } from '../../../app/field-error';
import { WeekdaysField } from '../../../app/weekdays-field';
import { AudienceCount, useAudienceCount } from '../../../audience/audience-count';
import { AudienceEditor } from '../../../audience/audience-editor';
import type { PartProps } from './composer';
import type { Begins, Draft } from './draft';
import { GroupField } from './group-field';

const BEGINS: Array<{ value: Begins; label: string; description: string }> = [
  { value: 'joined', label: 'Someone joins a group', description: 'Not those who are in it already.' },
  {
    value: 'date',
    label: 'A date of the contact comes round',
    description: 'A birthday or another date, every year, some days before or after.',
  },
  {
    value: 'every',
    label: 'A day of the week or month',
    description: 'Everyone of an audience, chosen anew each time.',
  },
  {
    value: 'event',
    label: 'Another program reports an event',
    description: 'Such as an order that was shipped. A developer has to connect it.',
  },
];

/** Fields for what begins an automation. */
export function TriggerFields(props: PartProps) {
  const { draft, change } = props;
  return (
    <SpaceBetween size="l">
      <FormField label="It begins when">
        <RadioGroup
          value={draft.begins}
          onChange={({ detail }) => change({ begins: chosenOf(BEGINS, detail.value) ?? draft.begins })}
          items={BEGINS}
        />
      </FormField>
      {draft.begins === 'joined' && (
        <GroupField
          label="Group"
          groupId={draft.groupId}
          onChange={(groupId) => change({ groupId })}
          error={props.missing.groupId ?? fieldError(props.error, '/trigger')}
        />
      )}
      {draft.begins === 'event' && (
        <FormField
          label="Name of the event"
          constraintText="As the program reports it, such as order.shipped. Capitals count."
          errorText={props.missing.event ?? fieldError(props.error, '/trigger')}
        >
          <Input value={draft.event} onChange={({ detail }) => change({ event: detail.value.trim() })} />
        </FormField>
      )}
      {draft.begins === 'date' && <DateFields {...props} />}
      {draft.begins === 'every' && <EveryFields {...props} />}
    </SpaceBetween>
  );
}

const SIDES: Array<{ value: Draft['side']; label: string }> = [
  { value: 'on', label: 'On the day itself' },
  { value: 'before', label: 'Days before' },
  { value: 'after', label: 'Days after' },
];

function DateFields({ draft, change, missing, error }: PartProps) {
  const { data: customFields = [] } = useCustomFields();
  const dates = [
    { value: 'birthDate', label: 'Date of birth' },
    ...customFields
      .filter(({ type }) => type === 'DATE')
      .map(({ label }) => ({ value: `customFields.${label}`, label })),
  ];
  return (
    <SpaceBetween direction="horizontal" size="m">
      <FormField
        label="Date"
        errorText={missing.dateField ?? fieldError(error, '/trigger/date')}
        {...(dates.length === 1 && {
          constraintText: 'For another date, create a custom field of the kind Date first.',
        })}
      >
        <Select
          selectedOption={dates.find(({ value }) => value === draft.dateField) ?? null}
          options={dates}
          placeholder="Choose a date"
          expandToViewport
          onChange={({ detail }) => change({ dateField: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      <FormField label="Day">
        <Select
          selectedOption={SIDES.find(({ value }) => value === draft.side) ?? null}
          options={SIDES}
          expandToViewport
          onChange={({ detail }) =>
            change({ side: chosenOf(SIDES, detail.selectedOption.value) ?? draft.side })
          }
        />
      </FormField>
      {draft.side !== 'on' && (
        <FormField label="How many days" errorText={missing.days ?? fieldError(error, '/trigger/offsetDays')}>
          <Input
            value={draft.days}
            inputMode="numeric"
            onChange={({ detail }) => change({ days: detail.value })}
          />
        </FormField>
      )}
      <AtField label="At, by the person’s clock" {...{ draft, change, missing, error }} />
    </SpaceBetween>
  );
}

const PERIODS: Array<{ value: Draft['every']; label: string }> = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

function EveryFields({ draft, change, missing, error }: PartProps) {
  const count = useAudienceCount({ audience: draft.runAudience });
  return (
    <SpaceBetween size="l">
      <SpaceBetween direction="horizontal" size="m">
        <FormField label="Every">
          <Select
            selectedOption={PERIODS.find(({ value }) => value === draft.every) ?? null}
            options={PERIODS}
            expandToViewport
            onChange={({ detail }) =>
              change({ every: chosenOf(PERIODS, detail.selectedOption.value) ?? draft.every })
            }
          />
        </FormField>
        {draft.every === 'week' && (
          <FormField label="On" errorText={missing.weekdays ?? fieldError(error, '/trigger/on')}>
            <WeekdaysField
              value={draft.weekdays}
              placeholder="Choose weekdays"
              onChange={(weekdays) => change({ weekdays })}
            />
          </FormField>
        )}
        {draft.every === 'month' && (
          <FormField
            label="On day"
            constraintText="1 to 31; in a shorter month its last day"
            errorText={missing.monthDay ?? fieldError(error, '/trigger/on')}
          >
            <Input
              value={draft.monthDay}
              inputMode="numeric"
              onChange={({ detail }) => change({ monthDay: detail.value })}
            />
          </FormField>
        )}
        <AtField label="At, by each person’s clock" {...{ draft, change, missing, error }} />
      </SpaceBetween>
      <FormField
        label="Who gets it each time"
        stretch
        errorText={missing.runAudience ?? fieldError(error, '/trigger/audience')}
      >
        <AudienceEditor
          audience={draft.runAudience}
          hasCampaigns={false}
          onChange={(runAudience) => change({ runAudience })}
        />
      </FormField>
      <AudienceCount count={count} of={draft.runAudience} />
    </SpaceBetween>
  );
}

type AtProps = Pick<PartProps, 'draft' | 'change' | 'missing' | 'error'> & { label: string };

function AtField({ label, draft, change, missing, error }: AtProps) {
  return (
    <FormField label={label} errorText={missing.at ?? fieldError(error, '/trigger/at')}>
      <TimeInput
        value={draft.at}
        format="hh:mm"
        placeholder="hh:mm"
        onChange={({ detail }) => change({ at: detail.value })}
      />
    </FormField>
  );
}
