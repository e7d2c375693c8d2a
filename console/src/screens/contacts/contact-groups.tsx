import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { DataTable } from '../../lists/data-table';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { RowActions } from '../../lists/row-actions';
import { AddToGroup } from './add-to-group';
import { TagContact } from './tag-contact';

interface Row {
  id: string;
  name: string;
  isMember: boolean;
  since: string;
  tags: string;
}

/** Tables of a contact's memberships, active and pending. */
export function ContactGroups({ contact }: { contact: Contact }) {
  const { id, api, can } = useAccount();
  const [isAdding, setIsAdding] = useState(false);
  const [tagging, setTagging] = useState<Row>();
  const { phoneNumber } = contact;
  const remove = useChange({
    run: (groupId: string) =>
      unwrap(
        api.DELETE('/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}', {
          params: { path: { phoneNumber, groupId } },
        }),
      ),
    done: 'The contact is no member of the group any more.',
    failed: 'The contact was not removed from the group',
    changes: [[id, 'contact']],
  });
  const rows: Row[] = [
    ...contact.groups.map((group) => ({
      ...{ id: group.id, name: group.name, isMember: true, since: group.optInAt },
      tags: group.tags.map(({ name }) => name).join(', ') || '–',
    })),
    ...contact.pendingGroups.map((group) => ({
      ...{ id: group.id, name: group.name, isMember: false, since: group.pendingSince, tags: '–' },
    })),
  ];
  return (
    <>
      <DataTable<Row>
        items={rows}
        trackBy="id"
        ariaLabels={{ tableLabel: 'Groups of the contact' }}
        header={
          <Header
            variant="h2"
            actions={
              can('contacts:write') && <Button onClick={() => setIsAdding(true)}>Add to a group</Button>
            }
          >
            Groups
          </Header>
        }
        empty={<EmptyList title="In no group">Without a group the contact gets no texts.</EmptyList>}
        columnDefinitions={[
          { id: 'name', header: 'Group', isRowHeader: true, cell: ({ name }) => name },
          {
            id: 'state',
            header: 'State',
            cell: ({ isMember }) => (isMember ? 'Member' : 'Asked to confirm'),
          },
          { id: 'since', header: 'Since', cell: ({ since }) => <When at={since} /> },
          { id: 'tags', header: 'Tags', cell: ({ tags }) => tags },
          {
            id: 'remove',
            header: 'Action',
            cell: (row) =>
              can('contacts:write') && (
                <RowActions
                  actions={[
                    ...(row.isMember
                      ? [{ text: 'Tag', label: `Tag in ${row.name}`, onClick: () => setTagging(row) }]
                      : []),
                    {
                      text: 'Remove',
                      label: `Remove from ${row.name}`,
                      onClick: () => remove.mutate(row.id),
                    },
                  ]}
                />
              ),
          },
        ]}
      />
      {tagging !== undefined && (
        <TagContact phoneNumber={phoneNumber} group={tagging} onClose={() => setTagging(undefined)} />
      )}
      {isAdding && <AddToGroup phoneNumber={phoneNumber} onClose={() => setIsAdding(false)} />}
    </>
  );
}
