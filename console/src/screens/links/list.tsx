import Button from '@cloudscape-design/components/button';
import { lazy, useState } from 'react';
import { unwrap } from '../../api/client';
import type { ShortLink } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { countOf, formatCount } from '../../format/numbers';
import { sumOf } from '../../lists/describe-shown';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { CreateLink } from '../../texts/create-link';

const DeleteSeveral = lazy(() => import('./delete-several').then((it) => ({ default: it.DeleteSeveral })));

const totalsOf = (links: ShortLink[]) => [
  countOf(
    sumOf(links, ({ clicks }) => clicks.clicks),
    'click',
  ),
  `${formatCount(sumOf(links, ({ clicks }) => clicks.unattributed))} from elsewhere`,
];

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
        bulk={
          mayRemove
            ? {
                labelOf: ({ link }) => link,
                actions: [
                  {
                    ...{ id: 'delete', text: 'Delete' },
                    dialog: (links, onClose) => <DeleteSeveral links={links} onClose={onClose} />,
                  },
                ],
              }
            : undefined
        }
        totals={totalsOf}
        columns={[
          { header: 'Link', cell: ({ link }) => link, sortBy: ({ link }) => link },
          {
            header: 'Leads to',
            cell: ({ url }) => <span className="wrap-anywhere">{url}</span>,
            sortBy: ({ url }) => url,
          },
          {
            header: 'Recipients who clicked',
            cell: ({ clicks }) => formatCount(clicks.messages),
            sortBy: ({ clicks }) => clicks.messages,
          },
          {
            header: 'Clicks',
            cell: ({ clicks }) => formatCount(clicks.clicks),
            sortBy: ({ clicks }) => clicks.clicks,
          },
          {
            header: 'From elsewhere',
            cell: ({ clicks }) => formatCount(clicks.unattributed),
            sortBy: ({ clicks }) => clicks.unattributed,
          },
          {
            header: 'Link previews and bots',
            cell: ({ clicks }) => formatCount(clicks.bots),
            sortBy: ({ clicks }) => clicks.bots,
          },
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
