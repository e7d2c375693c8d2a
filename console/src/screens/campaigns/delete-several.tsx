import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { countOf } from '../../format/numbers';
import { BulkDialog } from '../../lists/bulk-dialog';

interface Props {
  drafts: Campaign[];
  onClose: (left: Campaign[]) => void;
}

/** Dialog that deletes several drafts of campaigns. */
export function DeleteSeveral({ drafts, onClose }: Props) {
  const { api } = useAccount();
  return (
    <BulkDialog
      title={`Delete ${countOf(drafts.length, 'draft')}?`}
      action={`Delete ${countOf(drafts.length, 'draft')}`}
      items={drafts}
      labelOf={({ name }) => `“${name}”`}
      run={({ id }) => unwrap(api.DELETE('/api/v1/campaigns/{id}', { params: { path: { id } } }))}
      done={(count) => `${countOf(count, 'draft')} deleted.`}
      changes={['campaigns']}
      onClose={onClose}
    >
      {drafts.map(({ name }) => `“${name}”`).join(', ')}: gone for good.
    </BulkDialog>
  );
}
