import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useGroups, useSettings } from '../../api/account-lists';
import type { CreateImportRequest } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';

type OptInMode = NonNullable<CreateImportRequest['optInMode']>;

/** Group that the contacts of a file join, opt-in mode and consent basis; `group` is empty for none. */
export interface Joining {
  group: string;
  optInMode?: OptInMode;
  consentBasis: string;
}

const NO_GROUP = { value: '', label: 'Only the contact book; consent stays as it is' };
const MODES: { value: OptInMode; label: string }[] = [
  { value: 'SILENT', label: 'At once, without a text' },
  { value: 'DIRECT', label: 'At once, with the welcome text of the group if it has one' },
  { value: 'CONFIRM', label: 'After they answer a text with YES' },
];

/** Returns the opt-in mode by default: without a text, if the account allows that. */
export function useDefaultMode(): OptInMode | undefined {
  return useSettings().data?.silentOptIn === true ? 'SILENT' : undefined;
}

/** Returns what is missing before contacts can join the group. */
export const lacksOf = ({ group, optInMode, consentBasis }: Joining) => ({
  mode: group !== '' && optInMode === undefined,
  consent: group !== '' && consentBasis.trim() === '',
});

interface Props {
  value: Joining;
  onChange: (value: Joining) => void;
  /** Set after the form was submitted, from when on missing fields are marked. */
  isTried: boolean;
  error: unknown;
}

/** Fields for the group of an import, which requires a consent basis. */
export function JoinGroup({ value, onChange, isTried, error }: Props) {
  const groups = useGroups().data ?? [];
  const isSilentRefused = useSettings().data?.silentOptIn === false;
  const options = [NO_GROUP, ...groups.map(({ id, name }) => ({ value: id, label: `Members of ${name}` }))];
  const lacks = lacksOf(value);
  return (
    <SpaceBetween size="l">
      <FormField
        label="Add them to"
        description="Only members of a group get campaigns. Choose one when the contacts consented to its texts."
      >
        <Select
          selectedOption={options.find((option) => option.value === value.group) ?? NO_GROUP}
          options={options}
          onChange={({ detail }) => onChange({ ...value, group: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      {value.group !== '' && (
        <SpaceBetween size="l">
          <FormField
            label="How they join"
            errorText={isTried && lacks.mode ? 'Choose how they join.' : fieldError(error, '/optInMode')}
          >
            <RadioGroup
              value={value.optInMode ?? null}
              onChange={({ detail }) => {
                const optInMode = chosenOf(MODES, detail.value);
                if (optInMode !== undefined) onChange({ ...value, optInMode });
              }}
              items={MODES.filter((mode) => mode.value !== 'SILENT' || !isSilentRefused)}
            />
          </FormField>
          <FormField
            label="How they consented"
            description="Required, for a trial as well: one sentence, which is kept with each contact’s consent history."
            errorText={
              isTried && lacks.consent
                ? 'Say how they consented, such as on which form and when.'
                : fieldError(error, '/consentBasis')
            }
          >
            <Textarea
              value={value.consentBasis}
              rows={2}
              placeholder="Signed up on the paper form at the till in May 2026."
              onChange={({ detail }) => onChange({ ...value, consentBasis: detail.value })}
            />
          </FormField>
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
