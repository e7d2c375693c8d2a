import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { OperatorAccount } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useChange } from '../../app/use-change';
import { formatCount } from '../../format/numbers';
import { CHANGED_BY_ACCOUNTS } from './account-list';

/** Dialog that adds credits to an account, or removes them. */
export function AddCredits({ account, onClose }: { account: OperatorAccount; onClose: () => void }) {
  const [sms, setSms] = useState('');
  const [mms, setMms] = useState('');
  const add = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts/{accountId}/credits', {
          params: { path: { accountId: account.id } },
          body: { ...(sms !== '' && { sms: Number(sms) }), ...(mms !== '' && { mms: Number(mms) }) },
        }),
      ),
    done: ({ name, credits }) =>
      `${name} has ${formatCount(credits.sms)} SMS credits and ${formatCount(credits.mms)} MMS credits now.`,
    ...{ failed: 'The credits were not changed', isQuiet: true },
    changes: CHANGED_BY_ACCOUNTS,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Add credits to ${account.name}`}
      action="Add"
      isBusy={add.isPending}
      isDisabled={sms === '' && mms === ''}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="SMS credits"
        description="An SMS takes two. A negative number takes credits back, never below zero."
        errorText={fieldError(add.error, '/sms')}
      >
        <Input value={sms} type="number" onChange={({ detail }) => setSms(detail.value)} autoFocus />
      </FormField>
      <FormField
        label="MMS credits"
        description="An MMS takes one, and SMS credits besides."
        errorText={fieldError(add.error, '/mms')}
      >
        <Input value={mms} type="number" onChange={({ detail }) => setMms(detail.value)} />
      </FormField>
    </FormModal>
  );
}
