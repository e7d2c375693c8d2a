import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { GroupSettings } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { DeleteGroup } from './delete-group';
import { GroupForm } from './group-form';
import { GroupTags } from './group-tags';

export function Component() {
  const { id, api, can, path } = useAccount();
  const isAdmin = can('account:admin');
  const pages = usePages({
    queryKey: [id, 'groups'],
    fetchPage: () => unwrap(api.GET('/console/api/groups')),
  });
  const [isCreating, setIsCreating] = useOpened(isAdmin);
  const [editing, setEditing] = useState<GroupSettings>();
  const [deleting, setDeleting] = useState<GroupSettings>();
  const [tagging, setTagging] = useState<GroupSettings>();
  const create = isAdmin && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create group
    </Button>
  );
  return (
    <Screen
      title="Groups"
      description="Contacts get texts as members of a group, to which they consented."
      actions={create}
    >
      <SimpleTable
        pages={pages}
        label="Groups"
        trackBy={(group) => group.id}
        empty={
          <EmptyList title="No groups yet" action={create}>
            Without a group no contact can be texted.
          </EmptyList>
        }
        columns={[
          {
            header: 'Name',
            cell: (group) =>
              group.deletedAt !== undefined ? (
                <>
                  {group.name} <Badge color="red">Being deleted</Badge>
                </>
              ) : (
                <>
                  <RouteLink to={path(`contacts?group=${group.id}`)}>{group.name}</RouteLink>{' '}
                  {group.isDefault && <Badge>Default</Badge>}
                </>
              ),
            sortBy: ({ name }) => name,
          },
          {
            header: 'Members',
            cell: ({ contactCount }) => formatCount(contactCount),
            sortBy: ({ contactCount }) => contactCount,
          },
          {
            header: 'Joining',
            cell: ({ optInType }) => (optInType === 'DOUBLE' ? 'Asked by text, confirmed by YES' : 'At once'),
          },
          { header: 'Tags', cell: ({ tags }) => tags.map(({ name }) => name).join(', ') || '–' },
          { header: 'Text on joining', cell: ({ optInMessage }) => optInMessage ?? '–' },
        ]}
        actions={
          isAdmin
            ? (group) =>
                group.deletedAt !== undefined
                  ? [
                      {
                        text: 'Go on deleting',
                        label: `Go on deleting ${group.name}`,
                        onClick: () => setDeleting(group),
                      },
                    ]
                  : [
                      { text: 'Edit', label: `Edit ${group.name}`, onClick: () => setEditing(group) },
                      { text: 'Tags', label: `Tags of ${group.name}`, onClick: () => setTagging(group) },
                      { text: 'Delete', label: `Delete ${group.name}`, onClick: () => setDeleting(group) },
                    ]
            : undefined
        }
      />
      {isCreating && <GroupForm group={undefined} onClose={() => setIsCreating(false)} />}
      {editing !== undefined && <GroupForm group={editing} onClose={() => setEditing(undefined)} />}
      {deleting !== undefined && <DeleteGroup group={deleting} onClose={() => setDeleting(undefined)} />}
      {tagging !== undefined && <GroupTags group={tagging} onClose={() => setTagging(undefined)} />}
    </Screen>
  );
}
