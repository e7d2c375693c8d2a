import Autosuggest from '@cloudscape-design/components/autosuggest';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { DayInput } from '../../app/day-input';
import { actionChoices } from './action-choice';
import { type ActorChoice, actorOfText, textOfActor } from './actor-choice';
import { type AuditFilterState, isFiltered, isInOrder, NO_FILTER } from './filter-query';

interface Props {
  filter: AuditFilterState;
  actors: readonly ActorChoice[];
  isOfService: boolean;
  onChange: (filter: AuditFilterState) => void;
}

const ANYTHING = { value: '', label: 'Anything' };

/** Fields of a filter by person, action, time and target. */
export function AuditFilter({ filter, actors, isOfService, onChange }: Props) {
  const actions = [ANYTHING, ...actionChoices(isOfService)];
  const chosenAction =
    actions
      .flatMap((one) => ('options' in one ? one.options : [one]))
      .find(({ value }) => value === filter.action) ?? ANYTHING;
  return (
    <div className="audit-filter">
      <FormField label="Who">
        <Autosuggest
          value={textOfActor(actors, filter.actor)}
          options={actors.map(({ label }) => ({ value: label }))}
          placeholder="Anyone"
          empty="Type an e-mail address or id."
          enteredTextLabel={(text) => `Only by ${text}`}
          expandToViewport
          onChange={({ detail }) => onChange({ ...filter, actor: actorOfText(actors, detail.value) })}
        />
      </FormField>
      <FormField label="What">
        <Select
          selectedOption={chosenAction}
          options={actions}
          filteringType="auto"
          filteringAriaLabel="Find a change"
          expandToViewport
          onChange={({ detail }) => onChange({ ...filter, action: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      <DayField label="From" day={filter.fromDay} onChange={(fromDay) => onChange({ ...filter, fromDay })} />
      <DayField
        label="To"
        day={filter.toDay}
        error={isInOrder(filter) ? undefined : 'Choose a day that is not before From.'}
        onChange={(toDay) => onChange({ ...filter, toDay })}
      />
      <FormField label="About">
        <Input
          value={filter.target}
          placeholder="Id, number or word"
          onChange={({ detail }) => onChange({ ...filter, target: detail.value })}
        />
      </FormField>
      {isFiltered(filter) && (
        <Button variant="link" onClick={() => onChange(NO_FILTER)}>
          Show all
        </Button>
      )}
    </div>
  );
}

function DayField(props: {
  label: string;
  day: string;
  error?: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <FormField label={props.label} errorText={props.error}>
      <DayInput value={props.day} onChange={props.onChange} />
    </FormField>
  );
}
