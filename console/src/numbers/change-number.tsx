import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { apiOf, unwrap } from '../api/client';
import type { SendingNumber } from '../api/schemas';
import { chosenOf } from '../app/chosen-of';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useChange } from '../app/use-change';
import { NUMBER_KINDS } from '../format/number-kinds';

interface Props {
  accountId: string;
  number: SendingNumber;
  onClose: () => void;
}

const STATES: { value: SendingNumber['status']; label: string }[] = [
  { value: 'Active', label: 'Active' },
  { value: 'Inactive', label: 'Inactive' },
];

/** Form for state, kind, rates and daily cap of a number of an account. */
export function ChangeNumber({ accountId, number, onClose }: Props) {
  const [status, setStatus] = useState(number.status);
  const [kind, setKind] = useState(number.kind);
  const [rate, setRate] = useState(textOfRate(number.ratePerSecond));
  const [mmsRate, setMmsRate] = useState(textOfRate(number.mmsPerSecond));
  const [cap, setCap] = useState(textOfRate(number.dailyCap));
  const [brand, setBrand] = useState(number.brand ?? '');
  const isOtherKind = kind !== number.kind;
  // An empty field removes the rate; after a change of kind it takes the rate of the kind.
  const isGiven = (text: string) => text !== '' || !isOtherKind;
  const change = useChange({
    run: () =>
      unwrap(
        apiOf(accountId).PATCH('/console/api/numbers/{number}', {
          params: { path: { number: number.number } },
          body: {
            ...{ status, ...(isOtherKind && kind && { kind }) },
            ...(isGiven(rate) && { ratePerSecond: rateOfText(rate) }),
            ...(isGiven(mmsRate) && { mmsPerSecond: rateOfText(mmsRate) }),
            ...{ dailyCap: rateOfText(cap), brand: brand === '' ? null : brand },
          },
        }),
      ),
    ...{ done: 'The number is changed.', failed: 'The number was not changed', isQuiet: true },
    changes: [[accountId, 'numbers']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={number.number}
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onCancel={onClose}
      onSubmit={() => change.mutate(undefined)}
    >
      <FormField label="State" description="Only an active number sends.">
        <Select
          selectedOption={STATES.find(({ value }) => value === status) ?? null}
          options={STATES}
          expandToViewport
          onChange={({ detail }) => setStatus(chosenOf(STATES, detail.selectedOption.value) ?? status)}
        />
      </FormField>
      <FormField label="Kind" description="What it is to carriers. Another kind brings its own rates.">
        <Select
          selectedOption={NUMBER_KINDS.find(({ value }) => value === kind) ?? null}
          options={NUMBER_KINDS}
          placeholder="Not known"
          expandToViewport
          onChange={({ detail }) => {
            setKind(chosenOf(NUMBER_KINDS, detail.selectedOption.value));
            setRate('');
            setMmsRate('');
          }}
        />
      </FormField>
      <ColumnLayout columns={2}>
        <FormField
          label="SMS parts in a second"
          description={isOtherKind ? 'Empty: what the kind allows.' : 'Empty: no limit.'}
          errorText={fieldError(change.error, '/ratePerSecond')}
        >
          <Input value={rate} type="number" onChange={({ detail }) => setRate(detail.value)} />
        </FormField>
        <FormField
          label="MMS in a second"
          description={isOtherKind ? 'Empty: what the kind allows.' : 'Empty: as many as SMS parts.'}
          errorText={fieldError(change.error, '/mmsPerSecond')}
        >
          <Input value={mmsRate} type="number" onChange={({ detail }) => setMmsRate(detail.value)} />
        </FormField>
        <FormField
          label="SMS parts in a day"
          description="T-Mobile’s cap of the brand, by Pacific time. Empty: none."
          errorText={fieldError(change.error, '/dailyCap')}
        >
          <Input value={cap} type="number" onChange={({ detail }) => setCap(detail.value)} />
        </FormField>
        <FormField
          label="Brand"
          description="Numbers of one name share the cap. Empty: all without a name."
          errorText={fieldError(change.error, '/brand')}
        >
          <Input value={brand} onChange={({ detail }) => setBrand(detail.value)} />
        </FormField>
      </ColumnLayout>
    </FormModal>
  );
}

const textOfRate = (rate: number | undefined) => String(rate ?? '');

const rateOfText = (text: string): number | null => (text === '' ? null : Number(text));
