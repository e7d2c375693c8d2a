import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ShortLink } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { CreateLink } from '../../texts/create-link';

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
            In a text, “Insert a value or a link” puts one in.
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
