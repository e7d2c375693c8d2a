import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useChange } from '../../app/use-change';
import { formatCount } from '../../format/numbers';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { timeOf } from '../../lists/sort-items';
import { CHANGED_BY_ACCOUNTS, useAccounts } from './account-list';

/** Screen of all accounts, for operators. */
export function Component() {
  const pages = useAccounts();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Screen
      title="Accounts"
      description="All accounts of this installation, with what they have left."
      actions={
        <Button variant="primary" onClick={() => setIsCreating(true)}>
          Create account
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label="Accounts"
        trackBy={({ id }) => id}
        empty={
          <EmptyList
            title="No accounts yet"
            action={<Button onClick={() => setIsCreating(true)}>Create the first account</Button>}
          >
            An account has its own contacts, numbers and credits.
          </EmptyList>
        }
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => <RouteLink to={`/operator/accounts/${id}`}>{name}</RouteLink>,
            sortBy: ({ name }) => name,
          },
          {
            header: 'State',
            cell: ({ closedAt }) =>
              closedAt === undefined ? <Badge color="green">Open</Badge> : <Badge>Closed</Badge>,
          },
          {
            header: 'SMS credits',
            cell: ({ credits }) => formatCount(credits.sms),
            sortBy: ({ credits }) => credits.sms,
          },
          {
            header: 'MMS credits',
            cell: ({ credits }) => formatCount(credits.mms),
            sortBy: ({ credits }) => credits.mms,
          },
          {
            header: 'Created',
            cell: ({ createdAt }) => <When at={createdAt} />,
            sortBy: ({ createdAt }) => timeOf(createdAt),
          },
          { header: 'Id', cell: ({ id }) => id, isExtra: true },
        ]}
      />
      {isCreating && <CreateAccount onClose={() => setIsCreating(false)} />}
    </Screen>
  );
}

function CreateAccount({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [smsCredits, setSmsCredits] = useState('');
  const [mmsCredits, setMmsCredits] = useState('');
  const create = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts', {
          body: {
            name: name.trim(),
            ...(smsCredits !== '' && { smsCredits: Number(smsCredits) }),
            ...(mmsCredits !== '' && { mmsCredits: Number(mmsCredits) }),
          },
        }),
      ),
    ...{ done: 'The account is created. Give it a number next.', failed: 'The account was not created' },
    isQuiet: true,
    changes: CHANGED_BY_ACCOUNTS,
    onDone: onClose,
  });
  return (
    <FormModal
      title="Create an account"
      action="Create"
      isBusy={create.isPending}
      isDisabled={name.trim() === ''}
      error={create.error}
      onCancel={onClose}
      onSubmit={() => create.mutate(undefined)}
    >
      <FormField label="Name" errorText={fieldError(create.error, '/name')}>
        <Input value={name} onChange={({ detail }) => setName(detail.value)} autoFocus />
      </FormField>
      <FormField label="SMS credits" errorText={fieldError(create.error, '/smsCredits')}>
        <Input value={smsCredits} type="number" onChange={({ detail }) => setSmsCredits(detail.value)} />
      </FormField>
      <FormField label="MMS credits" errorText={fieldError(create.error, '/mmsCredits')}>
        <Input value={mmsCredits} type="number" onChange={({ detail }) => setMmsCredits(detail.value)} />
      </FormField>
    </FormModal>
  );
}
