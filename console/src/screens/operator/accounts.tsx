import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { consoleRequest } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useChange } from '../../app/use-change';
import { formatDate } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';

interface Account {
  id: string;
  name: string;
  dailyQuota: number;
  credits: { sms: number; mms: number };
  createdAt: string;
  closedAt?: string;
}

type Opened = { what: 'create' } | { what: 'credits' | 'close' | 'number'; account: Account };

export function Component() {
  const pages = useConsoleList<Account>('operator/accounts');
  const [opened, setOpened] = useState<Opened>();
  return (
    <Screen
      title="Accounts"
      description="All accounts of this installation."
      actions={
        <Button variant="primary" onClick={() => setOpened({ what: 'create' })}>
          Create account
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label="Accounts"
        trackBy={({ id }) => id}
        empty={<EmptyList title="No accounts yet">Create the first one.</EmptyList>}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name, closedAt }) => (
              <>
                {closedAt === undefined ? <RouteLink to={`/${id}/overview`}>{name}</RouteLink> : name}{' '}
                {closedAt !== undefined && <Badge>Closed</Badge>}
              </>
            ),
          },
          { header: 'Id', cell: ({ id }) => id },
          { header: 'SMS credits', cell: ({ credits }) => formatCount(credits.sms) },
          { header: 'MMS credits', cell: ({ credits }) => formatCount(credits.mms) },
          { header: 'Texts in a day', cell: ({ dailyQuota }) => formatCount(dailyQuota) },
          { header: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
        ]}
        actions={(account) =>
          account.closedAt !== undefined
            ? []
            : [
                {
                  text: 'Add credits',
                  label: `Add credits to ${account.name}`,
                  onClick: () => setOpened({ what: 'credits', account }),
                },
                {
                  text: 'Add number',
                  label: `Add a number to ${account.name}`,
                  onClick: () => setOpened({ what: 'number', account }),
                },
                {
                  text: 'Close',
                  label: `Close ${account.name}`,
                  onClick: () => setOpened({ what: 'close', account }),
                },
              ]
        }
      />
      {opened !== undefined && <OperatorForm opened={opened} onClose={() => setOpened(undefined)} />}
    </Screen>
  );
}

interface FormOf {
  title: string;
  action: string;
  done: string;
  path: string;
  fields: { name: string; label: string; description?: string; isNumber?: true }[];
}

function formOf(opened: Opened): FormOf {
  if (opened.what === 'create') {
    return {
      ...{
        title: 'Create an account',
        action: 'Create',
        done: 'The account is created.',
        path: 'operator/accounts',
      },
      fields: [
        { name: 'name', label: 'Name' },
        { name: 'smsCredits', label: 'SMS credits', isNumber: true },
        { name: 'mmsCredits', label: 'MMS credits', isNumber: true },
      ],
    };
  }
  const { id, name } = opened.account;
  switch (opened.what) {
    case 'credits':
      return {
        ...{ title: `Add credits to ${name}`, action: 'Add', done: 'The credits are added.' },
        path: `operator/accounts/${id}/credits`,
        fields: [
          { name: 'sms', label: 'SMS credits', isNumber: true },
          { name: 'mms', label: 'MMS credits', isNumber: true },
        ],
      };
    case 'number':
      return {
        ...{ title: `Add a number to ${name}`, action: 'Add', done: 'The number is added.' },
        path: `operator/accounts/${id}/numbers`,
        fields: [{ name: 'number', label: 'Number', description: 'Such as +12065550100, or a short code.' }],
      };
    case 'close':
      return {
        ...{ title: `Close ${name}`, action: 'Close the account', done: 'The account is closed.' },
        path: `operator/accounts/${id}/close`,
        fields: [
          {
            name: 'name',
            label: 'Its name',
            description: `Write “${name}” to confirm. Nothing can be sent from it any more.`,
          },
        ],
      };
  }
}

function OperatorForm({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const { title, action, done, path, fields } = formOf(opened);
  const [values, setValues] = useState<Record<string, string>>({});
  const send = useChange({
    run: () => {
      const given = fields.filter(({ name }) => (values[name] ?? '') !== '');
      const body = Object.fromEntries(
        given.map(({ name, isNumber }) => [name, isNumber ? Number(values[name]) : values[name]]),
      );
      return consoleRequest(path, { method: 'POST', body });
    },
    ...{ done, failed: 'That was not done', isQuiet: true },
    changes: [['operator', 'operator/accounts'], ['session']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={title}
      action={action}
      isBusy={send.isPending}
      error={send.error}
      onCancel={onClose}
      onSubmit={() => send.mutate(undefined)}
    >
      {fields.map(({ name, label, description, isNumber }) => (
        <FormField
          key={name}
          label={label}
          description={description}
          errorText={fieldError(send.error, `/${name}`)}
        >
          <Input
            value={values[name] ?? ''}
            type={isNumber ? 'number' : 'text'}
            onChange={({ detail }) => setValues((current) => ({ ...current, [name]: detail.value }))}
          />
        </FormField>
      ))}
    </FormModal>
  );
}
