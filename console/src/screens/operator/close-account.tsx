import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { OperatorAccount } from '../../api/schemas';
import { FormModal } from '../../app/form-modal';
import { useChange } from '../../app/use-change';
import { CHANGED_BY_ACCOUNTS } from './account-list';

/** Dialog that closes an account for good, after the operator has typed its name. */
export function CloseAccount({ account, onClose }: { account: OperatorAccount; onClose: () => void }) {
  const { id, name } = account;
  const [written, setWritten] = useState('');
  const close = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts/{accountId}/close', {
          params: { path: { accountId: id } },
        }),
      ),
    ...{ done: `${name} is closed.`, failed: 'The account was not closed', isQuiet: true },
    changes: CHANGED_BY_ACCOUNTS,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Close ${name}?`}
      action="Close the account"
      isBusy={close.isPending}
      isDisabled={written.trim() !== name}
      error={close.error}
      onCancel={onClose}
      onSubmit={() => close.mutate(undefined)}
    >
      <p>
        Its keys are revoked, its numbers removed, its webhooks turned off, and what waits is not sent. Its
        data is kept. This cannot be undone.
      </p>
      <FormField label={`Write “${name}” to confirm`}>
        <Input value={written} onChange={({ detail }) => setWritten(detail.value)} autoFocus />
      </FormField>
    </FormModal>
  );
}
