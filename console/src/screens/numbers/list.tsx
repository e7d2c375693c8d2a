import Badge from '@cloudscape-design/components/badge';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { SendingNumber } from '../../api/account-lists';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDate } from '../../format/dates';
import { describeKind } from '../../format/number-kinds';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

export function Component() {
  const { id, can } = useAccount();
  const pages = useConsoleList<SendingNumber>('numbers', id);
  const [changing, setChanging] = useState<SendingNumber>();
  return (
    <Screen
      title="Numbers"
      description="What the account’s texts are sent from. An operator adds and removes numbers."
    >
      <SimpleTable
        pages={pages}
        label="Numbers"
        trackBy={({ number }) => number}
        empty={
          <EmptyList title="No numbers">
            Without a number nothing can be sent. Ask an operator for one.
          </EmptyList>
        }
        columns={[
          {
            header: 'Number',
            cell: ({ number, isDefault }) => (
              <>
                {number} {isDefault && <Badge>Default</Badge>}
              </>
            ),
          },
          {
            header: 'State',
            cell: ({ status }) => (
              <StatusIndicator wrapText={false} type={status === 'Active' ? 'success' : 'stopped'}>
                {status}
              </StatusIndicator>
            ),
          },
          { header: 'Kind', cell: ({ kind }) => describeKind(kind) },
          { header: 'SMS in a second', cell: ({ ratePerSecond }) => ratePerSecond ?? 'No limit set' },
          { header: 'MMS in a second', cell: ({ mmsPerSecond }) => mmsPerSecond ?? 'No limit set' },
          { header: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
        ]}
        {...(can('account:admin') && {
          actions: (item: SendingNumber) => [
            { text: 'Change', label: `Change ${item.number}`, onClick: () => setChanging(item) },
          ],
        })}
      />
      {changing !== undefined && <ChangeNumber number={changing} onClose={() => setChanging(undefined)} />}
    </Screen>
  );
}

const STATES = ['Active', 'Inactive'].map((value) => ({ value, label: value }));

function ChangeNumber({ number, onClose }: { number: SendingNumber; onClose: () => void }) {
  const [status, setStatus] = useState(number.status);
  const [rate, setRate] = useState(String(number.ratePerSecond ?? ''));
  const change = useConsoleChange({
    done: 'The number is changed.',
    failed: 'The number was not changed',
    isQuiet: true,
    changes: ['numbers'],
    onDone: onClose,
  });
  const options = STATES.some(({ value }) => value === status)
    ? STATES
    : [...STATES, { value: status, label: status }];
  return (
    <FormModal
      title={number.number}
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onCancel={onClose}
      onSubmit={() =>
        change.mutate({
          method: 'PATCH',
          path: `numbers/${encodeURIComponent(number.number)}`,
          body: { status, ratePerSecond: rate === '' ? null : Number(rate) },
        })
      }
    >
      <FormField label="State" description="Only an active number sends.">
        <Select
          selectedOption={options.find(({ value }) => value === status) ?? null}
          options={options}
          expandToViewport
          onChange={({ detail }) => setStatus(detail.selectedOption.value ?? status)}
        />
      </FormField>
      <FormField
        label="SMS in a second"
        description="What the carrier lets this number send. Empty: no limit."
      >
        <Input value={rate} type="number" onChange={({ detail }) => setRate(detail.value)} />
      </FormField>
    </FormModal>
  );
}
