import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useCampaignChoice } from '../api/account-lists';
import { DayInput } from '../app/day-input';
import { findOption, type SenderOptions } from '../senders/sender-options';
import { useSenderOptions } from '../senders/use-senders';
import { TEXT_STATES } from './text-filter';

const ANY_STATE = { value: '', label: 'Any status' };
const ANY_SENDER = { value: '', label: 'Any number' };
const ANY_CAMPAIGN = { value: '', label: 'Any campaign, or none' };

/** Fields of the filter of a phone's texts. The address keeps it. */
export function TextFilterFields() {
  const { set } = useAddress();
  return (
    <StateAndDays>
      <FormField label="Campaign">
        <CampaignSelect none={ANY_CAMPAIGN} onChange={(campaign) => set('campaign', campaign)} />
      </FormField>
    </StateAndDays>
  );
}

/** Fields of the filter of the log. The address keeps it. */
export function LogFilterFields() {
  const { params, set } = useAddress();
  const { options, isPending } = useSenderOptions();
  return (
    <StateAndDays>
      <FormField label="Number">
        <Select
          selectedOption={findOption(options, params.get('sender') ?? '') ?? ANY_SENDER}
          options={[ANY_SENDER, ...options.map(withoutDisabled)]}
          statusType={isPending ? 'loading' : 'finished'}
          onChange={({ detail }) => set('sender', detail.selectedOption.value)}
        />
      </FormField>
    </StateAndDays>
  );
}

/** Offers numbers that cannot send now, too: their texts are in the log. */
const withoutDisabled = (option: SenderOptions[number]): SenderOptions[number] =>
  'options' in option
    ? { ...option, options: option.options.map((one) => ({ ...one, disabled: false })) }
    : { ...option, disabled: false };

/** Reads and sets parts of the address. */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params);
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return { params, set };
}

function StateAndDays({ children }: { children: ReactNode }) {
  const { params, set } = useAddress();
  const states = [ANY_STATE, ...TEXT_STATES];
  return (
    <SpaceBetween direction="horizontal" size="m">
      <FormField label="Status">
        <Select
          selectedOption={states.find(({ value }) => value === params.get('state')) ?? ANY_STATE}
          options={states}
          onChange={({ detail }) => set('state', detail.selectedOption.value)}
        />
      </FormField>
      {children}
      {(['from', 'to'] as const).map((name) => (
        <FormField key={name} label={name === 'from' ? 'First day' : 'Last day'}>
          <DayInput value={params.get(name) ?? ''} onChange={(day) => set(name, day)} />
        </FormField>
      ))}
    </SpaceBetween>
  );
}

interface SelectProps {
  /** Choice of no campaign. */
  none: { value: string; label: string };
  onChange: (campaign: string | undefined) => void;
}

/** Choice of one of the newest campaigns, which the address has. */
export function CampaignSelect({ none, onChange }: SelectProps) {
  const [params] = useSearchParams();
  const { data: campaigns = [], isPending } = useCampaignChoice();
  const chosen = params.get('campaign') ?? '';
  const options = [none, ...campaigns.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Select
      selectedOption={options.find(({ value }) => value === chosen) ?? { value: chosen, label: chosen }}
      options={options}
      filteringType="auto"
      statusType={isPending ? 'loading' : 'finished'}
      onChange={({ detail }) => onChange(detail.selectedOption.value)}
    />
  );
}
