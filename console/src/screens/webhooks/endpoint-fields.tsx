import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import { allChosen } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { type EventType, nameOfEvent } from './event-words';

/** Address, description and events of an endpoint, as they are typed. */
export interface EndpointDraft {
  url: string;
  description: string;
  /** Empty: all. */
  eventTypes: readonly EventType[];
}

interface Props {
  draft: EndpointDraft;
  /** Every type of event. */
  eventTypes: readonly EventType[];
  error: Error | null;
  onChange: (draft: EndpointDraft) => void;
}

/** Fields of an endpoint, new or not. */
export function EndpointFields({ draft, eventTypes, error, onChange }: Props) {
  const options = eventTypes.map((value) => ({ value, label: nameOfEvent(value), description: value }));
  return (
    <>
      <FormField
        label="Address"
        description="Takes signed POST requests at https."
        errorText={fieldError(error, '/url')}
      >
        <Input
          value={draft.url}
          inputMode="url"
          placeholder="https://example.com/webhooks"
          onChange={({ detail }) => onChange({ ...draft, url: detail.value.trim() })}
          autoFocus
        />
      </FormField>
      <FormField
        label="Description"
        description="Such as the program behind it."
        errorText={fieldError(error, '/description')}
      >
        <Input
          value={draft.description}
          onChange={({ detail }) => onChange({ ...draft, description: detail.value })}
        />
      </FormField>
      <FormField
        label="Events"
        description="None chosen: all of them."
        errorText={fieldError(error, '/eventTypes')}
      >
        <Multiselect
          selectedOptions={options.filter(({ value }) => draft.eventTypes.includes(value))}
          options={options}
          placeholder="All"
          expandToViewport
          onChange={({ detail }) =>
            onChange({ ...draft, eventTypes: allChosen(options, detail.selectedOptions) })
          }
        />
      </FormField>
    </>
  );
}
