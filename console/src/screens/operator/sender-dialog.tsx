import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { AccountSender, OperatorAccount } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useChange } from '../../app/use-change';
import { bodyOfSender, changesOfSender, draftOfSender, EMPTY_SENDER, isSenderComplete } from './sender-draft';
import { SenderMembers } from './sender-members';

interface Props {
  account: OperatorAccount;
  /** Sender that is changed; absent: a new one. */
  sender?: AccountSender | undefined;
  onClose: () => void;
}

/** Dialog that creates a sender of an account, or changes one. */
export function SenderDialog({ account, sender, onClose }: Props) {
  const [draft, setDraft] = useState(() => (sender === undefined ? EMPTY_SENDER : draftOfSender(sender)));
  const save = useChange({
    run: () =>
      sender === undefined
        ? unwrap(
            userApi.POST('/console/api/operator/accounts/{accountId}/senders', {
              params: { path: { accountId: account.id } },
              body: bodyOfSender(draft),
            }),
          )
        : unwrap(
            userApi.PATCH('/console/api/operator/accounts/{accountId}/senders/{id}', {
              params: { path: { accountId: account.id, id: sender.id } },
              body: changesOfSender(draft, sender),
            }),
          ),
    done: sender === undefined ? 'The sender is created.' : 'The sender is changed.',
    failed: 'The sender was not saved',
    isQuiet: true,
    changes: [[account.id, 'senders']],
    onDone: onClose,
  });
  return (
    <FormModal
      title={sender === undefined ? `Create a sender of ${account.name}` : `Change ${sender.name}`}
      action={sender === undefined ? 'Create' : 'Save'}
      isBusy={save.isPending}
      isDisabled={!isSenderComplete(draft)}
      error={save.error}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <FormField
        label="Name"
        description="People choose the sender by it. Recipients do not see it."
        errorText={fieldError(save.error, '/name')}
      >
        <Input
          value={draft.name}
          onChange={({ detail }) => setDraft((before) => ({ ...before, name: detail.value }))}
        />
      </FormField>
      <FormField
        label="Members"
        description="They send together. Each can be limited to recipients in some countries."
        errorText={fieldError(save.error, '/members')}
      >
        <SenderMembers
          accountId={account.id}
          members={draft.members}
          onChange={(members) => setDraft((before) => ({ ...before, members }))}
        />
      </FormField>
    </FormModal>
  );
}
