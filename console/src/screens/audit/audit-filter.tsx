import Button from '@cloudscape-design/components/button';
import DatePicker from '@cloudscape-design/components/date-picker';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { readDay } from '../../../../shared/calendar/calendar-day';
import { instantOfReader } from '../../format/reader-clock';
import { actionChoices } from './action-choice';

/** Filter of a log, as it is chosen. */
export interface AuditFilterState {
  actor: string;
  action: string;
  target: string;
  /** Days on the shown clock, both included. */
  fromDay: string;
  toDay: string;
}

export const NO_FILTER: AuditFilterState = { actor: '', action: '', target: '', fromDay: '', toDay: '' };

export const isFiltered = (filter: AuditFilterState) => Object.values(filter).some((part) => part !== '');

const MINUTE_MS = 60_000;

/** Returns the query of a filter: its days begin and end on the shown clock. */
export function queryOfFilter({ actor, action, target, fromDay, toDay }: AuditFilterState) {
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(target.trim() !== '' && { target: target.trim() }),
    ...(readDay(fromDay) !== undefined && { from: instantOfReader(`${fromDay}T00:00`) }),
    ...(readDay(toDay) !== undefined && { to: lastMomentOf(toDay) }),
  };
}

function lastMomentOf(day: string): string {
  return new Date(Date.parse(instantOfReader(`${day}T23:59`)) + MINUTE_MS - 1).toISOString();
}

interface Props {
  filter: AuditFilterState;
  actors: readonly { value: string; label: string }[];
  isOfService: boolean;
  onChange: (filter: AuditFilterState) => void;
}

const ANYONE = { value: '', label: 'Anyone' };
const ANYTHING = { value: '', label: 'Anything' };

/** Fields of a filter by person, action, time and target. */
export function AuditFilter({ filter, actors, isOfService, onChange }: Props) {
  const people = [ANYONE, ...actors];
  const isListed = people.some(({ value }) => value === filter.actor);
  const actor = isListed ? people : [...people, { value: filter.actor, label: filter.actor }];
  const actions = [ANYTHING, ...actionChoices(isOfService)];
  const chosenAction =
    actions
      .flatMap((one) => ('options' in one ? one.options : [one]))
      .find(({ value }) => value === filter.action) ?? ANYTHING;
  return (
    <div className="audit-filter">
      <FormField label="Who">
        <Select
          selectedOption={actor.find(({ value }) => value === filter.actor) ?? ANYONE}
          options={actor}
          filteringType="auto"
          filteringAriaLabel="Find a person or key"
          expandToViewport
          onChange={({ detail }) => onChange({ ...filter, actor: detail.selectedOption.value ?? '' })}
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
      <DayField label="To" day={filter.toDay} onChange={(toDay) => onChange({ ...filter, toDay })} />
      <FormField label="Of">
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

function DayField(props: { label: string; day: string; onChange: (day: string) => void }) {
  return (
    <FormField label={props.label}>
      <DatePicker
        value={props.day}
        placeholder="YYYY/MM/DD"
        expandToViewport
        openCalendarAriaLabel={(date) => `Choose the day${date === null ? '' : `, now ${date}`}`}
        onChange={({ detail }) => props.onChange(detail.value)}
      />
    </FormField>
  );
}
