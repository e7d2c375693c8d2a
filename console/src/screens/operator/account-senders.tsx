import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { AccountSender, OperatorAccount } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { useChange } from '../../app/use-change';
import { SenderList } from '../../senders/sender-list';
import { SenderDialog } from './sender-dialog';

type Opened = { what: 'create' } | { what: 'change' | 'delete'; sender: AccountSender };

/** Senders of an account, which only operators create, change and delete. */
export function AccountSenders({ account }: { account: OperatorAccount }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <SpaceBetween size="s">
      <Header
        variant="h2"
        description="Names for several numbers, pools and sender IDs that send together."
        actions={<Button onClick={() => setOpened({ what: 'create' })}>Create sender</Button>}
      >
        Senders
      </Header>
      <SenderList
        accountId={account.id}
        empty="The account sends from its numbers one by one."
        actionsOf={(sender) => (
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              ariaLabel={`Delete the sender ${sender.name}`}
              onClick={() => setOpened({ what: 'delete', sender })}
            >
              Delete
            </Button>
            <Button
              ariaLabel={`Change the sender ${sender.name}`}
              onClick={() => setOpened({ what: 'change', sender })}
            >
              Change
            </Button>
          </SpaceBetween>
        )}
      />
      {opened?.what === 'create' && <SenderDialog account={account} onClose={close} />}
      {opened?.what === 'change' && <SenderDialog account={account} sender={opened.sender} onClose={close} />}
      {opened?.what === 'delete' && <DeleteSender account={account} sender={opened.sender} onClose={close} />}
    </SpaceBetween>
  );
}

function DeleteSender({
  account,
  sender: { id, name },
  onClose,
}: {
  account: OperatorAccount;
  sender: AccountSender;
  onClose: () => void;
}) {
  const remove = useChange({
    run: () =>
      unwrap(
        userApi.DELETE('/console/api/operator/accounts/{accountId}/senders/{id}', {
          params: { path: { accountId: account.id, id } },
        }),
      ),
    ...{ done: 'The sender is deleted.', failed: 'The sender was not deleted' },
    changes: [[account.id, 'senders']],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Delete the sender ${name}?`}
      action="Delete"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      Its numbers stay with the account. Texts that were accepted for it still leave from them; requests that
      name it are refused.
    </Confirm>
  );
}
