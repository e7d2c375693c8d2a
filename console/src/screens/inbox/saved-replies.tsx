import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { SavedReply } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import { SavedReplyForm } from './saved-reply-form';

/** Screen of the saved replies, which all users insert into their answers and editors change. */
export function Component() {
  const { id, api, can, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'saved-replies'],
    fetchPage: () => unwrap(api.GET('/console/api/saved-replies')),
  });
  const canWrite = can('contacts:write');
  const [isAdding, setAdding] = useOpened(canWrite);
  const [edited, setEdited] = useState<SavedReply>();
  const [deleting, setDeleting] = useState<SavedReply>();
  const add = <Button onClick={() => setAdding(true)}>Add saved reply</Button>;
  return (
    <Screen
      title="Saved replies"
      description="Texts for answers in the inbox: insert one by the menu below an answer, or type / in an empty one."
      parent={{ text: 'Inbox', path: path('inbox') }}
      actions={canWrite && add}
    >
      <SimpleTable
        pages={pages}
        label="Saved replies"
        trackBy={(reply) => reply.id}
        empty={
          <EmptyList
            title="No saved replies yet"
            action={canWrite && <Button onClick={() => setAdding(true)}>Save the first reply</Button>}
          >
            Save what you answer often, such as opening hours or the way to the shop.
          </EmptyList>
        }
        columns={[
          {
            header: 'Title',
            cell: ({ title }) => <span className="wrap-anywhere">{title}</span>,
            sortBy: ({ title }) => title,
          },
          { header: 'Text', cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
          {
            header: 'Changed',
            cell: ({ updatedAt }) => <When at={updatedAt} />,
            sortBy: ({ updatedAt }) => timeOf(updatedAt),
          },
        ]}
        actions={
          canWrite
            ? (reply) => [
                { text: 'Edit', label: `Edit ${reply.title}`, onClick: () => setEdited(reply) },
                { text: 'Delete', label: `Delete ${reply.title}`, onClick: () => setDeleting(reply) },
              ]
            : undefined
        }
      />
      {isAdding && <SavedReplyForm reply={undefined} onClose={() => setAdding(false)} />}
      {edited !== undefined && <SavedReplyForm reply={edited} onClose={() => setEdited(undefined)} />}
      {deleting !== undefined && <DeleteReply reply={deleting} onClose={() => setDeleting(undefined)} />}
    </Screen>
  );
}

function DeleteReply({ reply: { id, title }, onClose }: { reply: SavedReply; onClose: () => void }) {
  const remove = useAccountChange({
    run: (api) => unwrap(api.DELETE('/console/api/saved-replies/{id}', { params: { path: { id } } })),
    ...{ done: 'The saved reply is deleted.', failed: 'The saved reply was not deleted' },
    changes: ['saved-replies'],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Delete “${title}”?`}
      action="Delete"
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      It cannot be inserted any more. Answers that were sent with it stay as they are.
    </Confirm>
  );
}
