import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { useGroups } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { OptInForm } from '../../api/schemas';
import { CountriesField } from '../../app/countries-field';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { bodyOfForm, changesOfForm, draftOfForm, EMPTY_FORM, isFormComplete } from './form-draft';

interface Props {
  /** Form that is changed; absent: a new one. */
  form?: OptInForm | undefined;
  onClose: () => void;
  onSaved?: (form: OptInForm) => void;
}

/** Dialog that creates an opt-in form, or changes one. */
export function FormDialog({ form, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState(() => (form === undefined ? EMPTY_FORM : draftOfForm(form)));
  const change = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const groups = useGroups();
  const options = (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const save = useAccountChange({
    run: (api) =>
      form === undefined
        ? unwrap(api.POST('/console/api/forms', { body: bodyOfForm(draft) }))
        : unwrap(
            api.PATCH('/console/api/forms/{id}', {
              params: { path: { id: form.id } },
              body: changesOfForm(draft, form),
            }),
          ),
    done: form === undefined ? 'The form is created, and its page is public.' : 'The form is changed.',
    failed: 'The form was not saved',
    isQuiet: true,
    changes: ['forms'],
    onDone: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  const errorOf = (name: keyof typeof draft) => fieldError(save.error, `/${name}`);
  return (
    <FormModal
      title={form === undefined ? 'Create an opt-in form' : `Edit the form of ${form.brand}`}
      action={form === undefined ? 'Create' : 'Save'}
      isBusy={save.isPending}
      isDisabled={!isFormComplete(draft)}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField label="Brand" description="The name that people know." errorText={errorOf('brand')}>
        <Input value={draft.brand} onChange={({ detail }) => change({ brand: detail.value })} />
      </FormField>
      <FormField
        label="Group"
        description="That people join, once they have replied YES."
        errorText={errorOf('group')}
      >
        <Select
          selectedOption={options.find(({ value }) => value === draft.group) ?? null}
          options={options}
          placeholder="Choose a group"
          empty="There are no groups yet."
          statusType={groups.isPending ? 'loading' : groups.isError ? 'error' : 'finished'}
          errorText="The groups could not be loaded."
          expandToViewport
          onChange={({ detail }) => change({ group: detail.selectedOption.value ?? '' })}
        />
      </FormField>
      <FormField
        label="What is sent"
        description="Such as “Offers and news of our shops”."
        errorText={errorOf('description')}
      >
        <Textarea
          rows={2}
          value={draft.description}
          onChange={({ detail }) => change({ description: detail.value })}
        />
      </FormField>
      <FormField
        label="How often"
        description="Such as “Up to 4 messages a month”."
        errorText={errorOf('frequency')}
      >
        <Input value={draft.frequency} onChange={({ detail }) => change({ frequency: detail.value })} />
      </FormField>
      <FormField
        label="Terms and conditions"
        description="Address of your page, with https."
        errorText={errorOf('termsUrl')}
      >
        <Input
          value={draft.termsUrl}
          inputMode="url"
          onChange={({ detail }) => change({ termsUrl: detail.value.trim() })}
        />
      </FormField>
      <FormField
        label="Privacy policy"
        description="Address of your page, with https."
        errorText={errorOf('privacyUrl')}
      >
        <Input
          value={draft.privacyUrl}
          inputMode="url"
          onChange={({ detail }) => change({ privacyUrl: detail.value.trim() })}
        />
      </FormField>
      <FormField
        label="Countries"
        description="Whose numbers can sign up. None chosen: all that the account may text."
        errorText={errorOf('countries')}
      >
        <CountriesField
          value={draft.countries}
          placeholder="All that the account may text"
          onChange={(countries) => change({ countries })}
        />
      </FormField>
    </FormModal>
  );
}
