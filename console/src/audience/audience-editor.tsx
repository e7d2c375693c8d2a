import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect, { type MultiselectProps } from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCampaignChoice, useGroups } from '../api/account-lists';
import type { Audience } from '../api/schemas';
import { countOf } from '../format/numbers';
import { RulesEditor } from './rules-editor';

interface Props {
  audience: Audience;
  /** False where recipients of campaigns cannot be left out. */
  hasCampaigns?: boolean;
  onChange: (audience: Audience) => void;
}

type Option = MultiselectProps.Option;
type ListName = 'groups' | 'tags' | 'excludeGroups' | 'excludeCampaigns';

/** Form of an audience: everyone, or members of groups, with tags or matching fields; and the exclusions. */
export function AudienceEditor({ audience, hasCampaigns = true, onChange }: Props) {
  const groups = useGroups();
  const campaigns = useCampaignChoice();
  const groupOptions = (groups.data ?? []).map((group): Option => ({
    value: group.id,
    label: group.name,
    description: countOf(group.contactCount, 'member'),
  }));
  const tagOptions = (groups.data ?? []).flatMap((group) =>
    group.tags.map((tag): Option => ({ value: tag.id, label: tag.name, description: group.name })),
  );
  const campaignOptions = (campaigns.data ?? []).map((campaign): Option => ({
    value: campaign.id,
    label: campaign.name,
    description: campaign.status,
  }));

  const choose = (name: ListName, label: string, options: Option[], empty: string, hint: string) => (
    <FormField label={label} description={hint} stretch>
      <Multiselect
        selectedOptions={(audience[name] ?? []).map(
          (id) => options.find(({ value }) => value === id) ?? { value: id, label: id },
        )}
        options={options}
        placeholder="Choose"
        filteringType="auto"
        empty={empty}
        expandToViewport
        onChange={({ detail }) => {
          const ids = detail.selectedOptions.flatMap(({ value }) => value ?? []);
          const { [name]: _before, ...rest } = audience;
          onChange(ids.length === 0 ? rest : { ...rest, [name]: ids });
        }}
      />
    </FormField>
  );

  const { excludeGroups, excludeCampaigns } = audience;
  const exclusions = {
    ...(excludeGroups && { excludeGroups }),
    ...(excludeCampaigns && { excludeCampaigns }),
  };
  const hasExclusions = Object.keys(exclusions).length > 0;
  return (
    <SpaceBetween size="l">
      <Checkbox
        checked={audience.everyone === true}
        onChange={({ detail }) => onChange({ ...exclusions, ...(detail.checked && { everyone: true }) })}
      >
        Everyone in the contact book
      </Checkbox>
      {!audience.everyone && (
        <SpaceBetween size="l">
          {choose('groups', 'Groups', groupOptions, 'The account has no groups.', 'Members of any of these.')}
          {tagOptions.length > 0 &&
            choose('tags', 'Tags', tagOptions, 'No tags.', 'Only members that carry one of these tags.')}
          <FormField label="Rules" description="Only contacts whose fields, groups and tags fit." stretch>
            <RulesEditor
              condition={audience.filter}
              onChange={(filter) => {
                const { filter: _before, ...rest } = audience;
                onChange(filter === undefined ? rest : { ...rest, filter });
              }}
            />
          </FormField>
        </SpaceBetween>
      )}
      <ExpandableSection headerText="Leave out" defaultExpanded={hasExclusions}>
        <SpaceBetween size="l">
          {choose(
            'excludeGroups',
            'Members of groups',
            groupOptions,
            'The account has no groups.',
            'Members of these groups get nothing.',
          )}
          {hasCampaigns &&
            choose(
              'excludeCampaigns',
              'Recipients of campaigns',
              campaignOptions,
              'There are no campaigns yet.',
              'Contacts who were sent one of these get nothing.',
            )}
        </SpaceBetween>
      </ExpandableSection>
    </SpaceBetween>
  );
}
