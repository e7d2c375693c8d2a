import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { chosenOf } from '../../../app/chosen-of';
import { fieldError } from '../../../app/field-error';
import { AudienceEditor } from '../../../audience/audience-editor';
import { RulesEditor } from '../../../audience/rules-editor';
import type { PartProps } from './composer';
import type { EntryKind } from './draft';

const ENTRIES: Array<{ value: EntryKind; label: string }> = [
  { value: 'once', label: 'Once in their life' },
  { value: 'always', label: 'Each time it begins for them' },
  { value: 'onceInDays', label: 'At most once in some days' },
];

/** Fields for who may enter, and how often. */
export function EntryFields({ draft, change, missing, error }: PartProps) {
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={draft.hasAudience}
        description="Otherwise everyone for whom it begins, if they are opted in."
        onChange={({ detail }) => change({ hasAudience: detail.checked })}
      >
        Only some people may enter
      </Checkbox>
      {draft.hasAudience && (
        <FormField stretch errorText={missing.audience ?? fieldError(error, '/audience')}>
          <AudienceEditor
            audience={draft.audience}
            hasCampaigns={false}
            onChange={(audience) => change({ audience })}
          />
        </FormField>
      )}
      <FormField label="How often does one person enter">
        <RadioGroup
          value={draft.entry}
          onChange={({ detail }) => change({ entry: chosenOf(ENTRIES, detail.value) ?? draft.entry })}
          items={ENTRIES}
        />
      </FormField>
      {draft.entry === 'onceInDays' && (
        <FormField label="Days in between" errorText={missing.entryDays ?? fieldError(error, '/entry')}>
          <Input
            value={draft.entryDays}
            inputMode="numeric"
            onChange={({ detail }) => change({ entryDays: detail.value })}
          />
        </FormField>
      )}
    </SpaceBetween>
  );
}

/** Fields for when people leave before the end. */
export function ExitFields({ draft, change, missing, error }: PartProps) {
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={draft.hasExit}
        description={`Asked before each step. ${draft.begins === 'joined' ? 'Who opts out, or leaves the group that it began with, leaves' : 'Who opts out leaves'} in any case.`}
        onChange={({ detail }) => change({ hasExit: detail.checked })}
      >
        People leave early when they meet a condition
      </Checkbox>
      {draft.hasExit && (
        <FormField label="They leave when" stretch errorText={missing.exit ?? fieldError(error, '/exit')}>
          <RulesEditor condition={draft.exit} of="to leave" onChange={(exit) => change({ exit })} />
        </FormField>
      )}
    </SpaceBetween>
  );
}
