import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { apiOf, unwrap, userApi } from '../../api/client';
import type { OperatorAccount } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useChange } from '../../app/use-change';
import { formatDate } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';

/** Table of the domains for an account's short links, which only operators assign and remove. */
export function AccountLinkDomains({ account }: { account: OperatorAccount }) {
  const pages = usePages({
    queryKey: [account.id, 'link-domains'],
    fetchPage: () => unwrap(apiOf(account.id).GET('/console/api/link-domains')),
  });
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<string>();
  return (
    <>
      <SimpleTable
        pages={pages}
        label="Link domains"
        trackBy={({ domain }) => domain}
        header={
          <Header variant="h2" actions={<Button onClick={() => setIsAdding(true)}>Add link domain</Button>}>
            Link domains
          </Header>
        }
        empty={<EmptyList title="No link domains yet">Without one the account can make no links.</EmptyList>}
        columns={[
          { header: 'Domain', cell: ({ domain }) => domain },
          { header: 'Since', cell: ({ createdAt }) => formatDate(createdAt) },
        ]}
        actions={({ domain }) => [
          { text: 'Remove', label: `Remove ${domain}`, onClick: () => setRemoving(domain) },
        ]}
      />
      {isAdding && <AddLinkDomain account={account} onClose={() => setIsAdding(false)} />}
      {removing !== undefined && (
        <RemoveLinkDomain account={account} domain={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

interface FormProps {
  account: OperatorAccount;
  onClose: () => void;
}

const changedBy = ({ id }: OperatorAccount) => [
  [id, 'link-domains'],
  [id, 'links'],
];

function AddLinkDomain({ account, onClose }: FormProps) {
  const [domain, setDomain] = useState('');
  const add = useChange({
    run: () =>
      unwrap(
        userApi.POST('/console/api/operator/accounts/{accountId}/link-domains', {
          params: { path: { accountId: account.id } },
          body: { domain },
        }),
      ),
    ...{ done: 'The domain is added.', failed: 'The domain was not added', isQuiet: true },
    changes: changedBy(account),
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Add a link domain to ${account.name}`}
      action="Add"
      isBusy={add.isPending}
      isDisabled={domain === ''}
      error={add.error}
      onCancel={onClose}
      onSubmit={() => add.mutate(undefined)}
    >
      <FormField
        label="Domain"
        description="Such as go.acme.com. It must lead to this service, and belongs to one account only."
        errorText={fieldError(add.error, '/domain')}
      >
        <Input value={domain} onChange={({ detail }) => setDomain(detail.value.trim())} autoFocus />
      </FormField>
    </FormModal>
  );
}

function RemoveLinkDomain({ account, domain, onClose }: FormProps & { domain: string }) {
  const remove = useChange({
    run: () =>
      unwrap(
        userApi.DELETE('/console/api/operator/accounts/{accountId}/link-domains/{domain}', {
          params: { path: { accountId: account.id, domain } },
        }),
      ),
    ...{ done: 'The domain is removed.', failed: 'The domain was not removed' },
    changes: changedBy(account),
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Remove ${domain}?`}
      action="Remove"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      The links under it are removed too: texts that were sent with them lead nowhere. Any account can have
      the domain then.
    </Confirm>
  );
}
