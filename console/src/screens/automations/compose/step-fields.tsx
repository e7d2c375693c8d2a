import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import { chosenOf } from '../../../app/chosen-of';
import { fieldError } from '../../../app/field-error';
import { RulesEditor } from '../../../audience/rules-editor';
import { AUTOMATION_TEXT, EVENT_TEXT } from '../../../texts/pieces';
import { TextFields } from '../../../texts/text-fields';
import type { StepDraft, WaitUnit } from './draft';
import { GroupField } from './group-field';

/** Credits of a single SMS. */
const SMS_CREDITS = 2;

interface StepFieldsProps {
  step: StepDraft;
  /** Pointer of the step in errors of the service, such as `/steps/0`. */
  pointer: string;
  /** True for an automation that an event begins. */
  isOfEvent: boolean;
  change: (part: Partial<StepDraft>) => void;
  missing: string | undefined;
  error: Error | null;
}

/** Fields of a step, by its kind. */
export function StepFields(props: StepFieldsProps) {
  const { step, change, missing, error, pointer } = props;
  const problem = missing ?? fieldError(error, pointer);
  switch (step.kind) {
    case 'wait':
      return <WaitFields {...props} missing={problem} />;
    case 'send':
      return <SendFields {...props} />;
    case 'stopUnless':
      return (
        <FormField label="Only those go on who meet this; the others leave" stretch errorText={problem}>
          <RulesEditor
            condition={step.condition}
            of={`of step ${Number(pointer.split('/')[2]) + 1}`}
            onChange={(condition) => change({ condition })}
          />
        </FormField>
      );
    case 'join':
    case 'leave':
      return (
        <GroupField
          label={step.kind === 'join' ? 'Group to join' : 'Group to leave'}
          description={
            step.kind === 'join' ? 'Without a question: they have agreed to it already.' : 'Without a text.'
          }
          groupId={step.groupId}
          onChange={(groupId) => change({ groupId })}
          error={problem}
        />
      );
  }
}

const UNITS: Array<{ value: WaitUnit; label: string }> = [
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
  { value: 'time', label: 'Until a time of day' },
];

function WaitFields({ step, change, missing }: StepFieldsProps) {
  const isUntil = step.unit === 'time';
  return (
    <SpaceBetween size="s">
      <SpaceBetween direction="horizontal" size="m">
        {!isUntil && (
          <FormField label="How long" errorText={missing}>
            <Input
              value={step.amount}
              inputMode="numeric"
              onChange={({ detail }) => change({ amount: detail.value })}
            />
          </FormField>
        )}
        <FormField label="Unit">
          <Select
            selectedOption={UNITS.find(({ value }) => value === step.unit) ?? null}
            options={UNITS}
            expandToViewport
            onChange={({ detail }) =>
              change({ unit: chosenOf(UNITS, detail.selectedOption.value) ?? step.unit })
            }
          />
        </FormField>
        {(isUntil || step.hasAt) && (
          <FormField label="Until, by the person’s clock" errorText={isUntil ? missing : undefined}>
            <TimeInput
              value={step.at}
              format="hh:mm"
              placeholder="hh:mm"
              onChange={({ detail }) => change({ at: detail.value })}
            />
          </FormField>
        )}
      </SpaceBetween>
      {!isUntil && (
        <Checkbox checked={step.hasAt} onChange={({ detail }) => change({ hasAt: detail.checked })}>
          And until a time of day
        </Checkbox>
      )}
    </SpaceBetween>
  );
}

function SendFields({ step, change, missing, error, pointer, isOfEvent }: StepFieldsProps) {
  const { body, mediaUrl } = step;
  return (
    <TextFields
      text={{ body, mediaUrl }}
      onChange={change}
      credits={SMS_CREDITS}
      rows={4}
      kind={isOfEvent ? EVENT_TEXT : AUTOMATION_TEXT}
      bodyError={missing ?? fieldError(error, `${pointer}/send/body`)}
      mediaError={fieldError(error, `${pointer}/send/mediaUrl`)}
    />
  );
}
