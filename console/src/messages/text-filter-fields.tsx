import DatePicker from '@cloudscape-design/components/date-picker';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSearchParams } from 'react-router';
import { useCampaignChoice } from '../api/account-lists';
import { TEXT_STATES } from './text-filter';

const ANY_STATE = { value: '', label: 'Any status' };
const ANY_CAMPAIGN = { value: '', label: 'Any campaign, or none' };

/** Fields of the filter of a phone's texts. The address keeps it. */
export function TextFilterFields() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params);
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
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
      <FormField label="Campaign">
        <CampaignSelect none={ANY_CAMPAIGN} onChange={(campaign) => set('campaign', campaign)} />
      </FormField>
      {(['from', 'to'] as const).map((name) => (
        <FormField key={name} label={name === 'from' ? 'First day' : 'Last day'}>
          <DatePicker
            value={params.get(name) ?? ''}
            placeholder="YYYY/MM/DD"
            openCalendarAriaLabel={(date) => `Choose the day${date === null ? '' : `, now ${date}`}`}
            onChange={({ detail }) => set(name, detail.value)}
          />
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
