import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ShortLink } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';

export function Component() {
  const { id, api, can } = useAccount();
  const mayWrite = can('campaigns:write');
  const mayRemove = can('account:admin');
  const pages = usePages({
    queryKey: [id, 'links'],
    fetchPage: () => unwrap(api.GET('/console/api/links')),
  });
  const [isCreating, setIsCreating] = useState(false);
  const [deleting, setDeleting] = useState<ShortLink>();
  const remove = useAccountChange({
    run: (_, link: string) => unwrap(api.DELETE('/console/api/links', { params: { query: { link } } })),
    done: 'The link is deleted.',
    failed: 'The link was not deleted',
    changes: ['links'],
    onDone: () => setDeleting(undefined),
  });
  const create = mayWrite && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create link
    </Button>
  );
  return (
    <Screen
      title="Links"
      description="Short links whose clicks are counted for each recipient."
      actions={create}
    >
      <SimpleTable
        pages={pages}
        label="Links"
        trackBy={({ link }) => link}
        empty={
          <EmptyList title="No links yet" action={create}>
            In a text, write {'{{trackingLink "domain/path"}}'}.
          </EmptyList>
        }
        columns={[
          { header: 'Link', cell: ({ link }) => link },
          { header: 'Leads to', cell: ({ url }) => <span className="wrap-anywhere">{url}</span> },
          { header: 'Recipients who clicked', cell: ({ clicks }) => formatCount(clicks.messages) },
          { header: 'Clicks', cell: ({ clicks }) => formatCount(clicks.clicks) },
          { header: 'From elsewhere', cell: ({ clicks }) => formatCount(clicks.unattributed) },
          { header: 'Link previews and bots', cell: ({ clicks }) => formatCount(clicks.bots) },
        ]}
        actions={
          mayRemove
            ? (item) => [{ text: 'Delete', label: `Delete ${item.link}`, onClick: () => setDeleting(item) }]
            : undefined
        }
      />
      {isCreating && <CreateLink onClose={() => setIsCreating(false)} />}
      {deleting !== undefined && (
        <Confirm
          title="Delete this link?"
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setDeleting(undefined)}
          onConfirm={() => remove.mutate(deleting.link)}
        >
          Texts that were sent with {deleting.link} lead nowhere from then on.
        </Confirm>
      )}
    </Screen>
  );
}

/** Form of a new link, under one of the domains that the operator assigned to the account. */
function CreateLink({ onClose }: { onClose: () => void }) {
  const { id, api } = useAccount();
  const { items: domains, isLoading } = usePages({
    queryKey: [id, 'link-domains'],
    fetchPage: () => unwrap(api.GET('/console/api/link-domains')),
  });
  const [chosen, setChosen] = useState<string>();
  const domain = chosen ?? domains[0]?.domain;
  const [path, setPath] = useState('');
  const [url, setUrl] = useState('https://');
  const create = useAccountChange({
    run: () => unwrap(api.POST('/console/api/links', { body: { link: `${domain}/${path}`, url } })),
    done: 'The link is created.',
    failed: 'The link was not created',
    isQuiet: true,
    changes: ['links'],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Create a link"
      action="Create"
      isBusy={create.isPending}
      isDisabled={domain === undefined || path === ''}
      error={create.error}
      onCancel={onClose}
      onSubmit={() => create.mutate(undefined)}
    >
      <FormField
        label="Domain"
        errorText={
          domain === undefined && !isLoading
            ? 'The account has no domain for links yet: an operator gives it one.'
            : undefined
        }
      >
        <Select
          selectedOption={domain === undefined ? null : { value: domain, label: domain }}
          options={domains.map((one) => ({ value: one.domain, label: one.domain }))}
          statusType={isLoading ? 'loading' : 'finished'}
          placeholder="No domain"
          expandToViewport
          onChange={({ detail }) => setChosen(detail.selectedOption.value)}
        />
      </FormField>
      <FormField
        label="Path"
        description={`What follows ${domain ?? 'the domain'} and a slash, such as spring.`}
        errorText={fieldError(create.error, '/link')}
      >
        <Input value={path} onChange={({ detail }) => setPath(detail.value.trim())} autoFocus />
      </FormField>
      <FormField label="Leads to" errorText={fieldError(create.error, '/url')}>
        <Input value={url} inputMode="url" onChange={({ detail }) => setUrl(detail.value.trim())} />
      </FormField>
    </FormModal>
  );
}
