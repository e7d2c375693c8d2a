import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { apiOf, unwrap, userApi } from '../../api/client';
import type { OperatorAccount, SendingNumber } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useChange } from '../../app/use-change';
import { NUMBER_KINDS } from '../../format/number-kinds';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { ChangeNumber } from '../../numbers/change-number';
import { numberColumns } from '../../numbers/number-columns';
import { useNumberPauses } from '../../sending/number-pauses';
import { useAccounts } from './account-list';

type Opened =
  | { what: 'add' }
  | { what: 'change'; number: SendingNumber }
  | { what: 'move' | 'remove'; number: string };

/** Table of the numbers of an account, which only operators assign, move and remove. */
export function AccountNumbers({ account }: { account: OperatorAccount }) {
  const pages = usePages({
    queryKey: [account.id, 'numbers'],
    fetchPage: () => unwrap(apiOf(account.id).GET('/console/api/numbers')),
  });
  const [opened, setOpened] = useState<Opened>();
  const { holds, actionsOf, dialog } = useNumberPauses(account.id, { isOperator: true });
  const close = () => setOpened(undefined);
  return (
    <>
      <SimpleTable
        pages={pages}
        label="Numbers"
        trackBy={({ number }) => number}
        header={
          <Header
            variant="h2"
            actions={<Button onClick={() => setOpened({ what: 'add' })}>Add number</Button>}
          >
            Numbers
          </Header>
        }
        empty={<EmptyList title="No numbers yet">Without a number the account can send nothing.</EmptyList>}
        columns={numberColumns(holds)}
        actions={({ number, ...rest }) => [
          {
            text: 'Change',
            label: `Change ${number}`,
            onClick: () => setOpened({ what: 'change', number: { number, ...rest } }),
          },
          ...actionsOf(number),
          { text: 'Move', label: `Move ${number}`, onClick: () => setOpened({ what: 'move', number }) },
          { text: 'Remove', label: `Remove ${number}`, onClick: () => setOpened({ what: 'remove', number }) },
        ]}
      />
      {dialog}
      {opened?.what === 'add' && <AddNumber account={account} onClose={close} />}
      {opened?.what === 'change' && (
        <ChangeNumber accountId={account.id} number={opened.number} onClose={close} />
      )}
      {opened?.what === 'move' && <MoveNumber account={account} number={opened.number} onClose={close} />}
      {opened?.what === 'remove' && <RemoveNumber account={account} number={opened.number} onClose={close} />}
    </>
  );
}

interface FormProps {
  account: OperatorAccount;
  onClose: () => void;
}

const numbersOf = ({ id }: { id: string }) => [id, 'numbers'];
const UNKNOWN_KIND = { value: '', label: 'As the number shows' };

function AddNumber({ account, onClose }: FormProps) {
  const [number, setNumber] = useState('');
  const [kind, setKind] = useState<SendingNumber['kind']>();
  const add = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts/{accountId}/numbers', {
          params: { path: { accountId: account.id } },
          body: { number: number.trim(), ...(kind && { kind }) },
        }),
      ),
    ...{ done: 'The number is added, and can send at once.', failed: 'The number was not added' },
    isQuiet: true,
    changes: [numbersOf(account)],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Add a number to ${account.name}`}
      action="Add"
      isBusy={add.isPending}
      isDisabled={number.trim() === ''}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="Number"
        description="Such as +12065550100, or a short code. It must be yours at AWS, with two-way SMS to this service."
        errorText={fieldError(add.error, '/number')}
      >
        <Input value={number} onChange={({ detail }) => setNumber(detail.value)} autoFocus />
      </FormField>
      <FormField label="Kind" description="It sets how many texts a second the number may send.">
        <Select
          selectedOption={NUMBER_KINDS.find(({ value }) => value === kind) ?? UNKNOWN_KIND}
          options={[UNKNOWN_KIND, ...NUMBER_KINDS]}
          expandToViewport
          onChange={({ detail }) => setKind(chosenOf(NUMBER_KINDS, detail.selectedOption.value))}
        />
      </FormField>
    </FormModal>
  );
}

function MoveNumber({ account, number, onClose }: FormProps & { number: string }) {
  const { items } = useAccounts();
  const others = items
    .filter(({ id, closedAt }) => id !== account.id && closedAt === undefined)
    .map(({ id, name }) => ({ value: id, label: name, description: id }));
  const [toAccountId, setToAccountId] = useState('');
  const move = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts/{accountId}/numbers/{number}/move', {
          params: { path: { accountId: account.id, number } },
          body: { toAccountId },
        }),
      ),
    ...{ done: 'The number is moved.', failed: 'The number was not moved', isQuiet: true },
    changes: [numbersOf(account), [toAccountId, 'numbers']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Move ${number}`}
      action="Move"
      isBusy={move.isPending}
      isDisabled={toAccountId === ''}
      error={move.error}
      onCancel={onClose}
      onSubmit={() => move.mutate(undefined)}
    >
      <FormField
        label="To the account"
        description={`Texts of ${account.name} that wait for the number are not sent.`}
        errorText={fieldError(move.error, '/toAccountId')}
      >
        <Select
          selectedOption={others.find(({ value }) => value === toAccountId) ?? null}
          options={others}
          placeholder="Choose an account"
          empty="There is no other open account."
          expandToViewport
          onChange={({ detail }) => setToAccountId(detail.selectedOption.value ?? '')}
        />
      </FormField>
    </FormModal>
  );
}

function RemoveNumber({ account, number, onClose }: FormProps & { number: string }) {
  const remove = useChange({
    run: () =>
      unwrap(
        userApi.DELETE('/console/api/operator/accounts/{accountId}/numbers/{number}', {
          params: { path: { accountId: account.id, number } },
        }),
      ),
    ...{ done: 'The number is removed.', failed: 'The number was not removed' },
    changes: [numbersOf(account)],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Remove ${number}?`}
      action="Remove"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      Texts that wait for it are not sent. Any account can have the number then.
    </Confirm>
  );
}
