import { unwrap } from '../../api/client';
import type { ShortLink } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { countOf } from '../../format/numbers';
import { BulkDialog } from '../../lists/bulk-dialog';

interface Props {
  links: ShortLink[];
  onClose: (left: ShortLink[]) => void;
}

/** Dialog that deletes several short links. */
export function DeleteSeveral({ links, onClose }: Props) {
  const { api } = useAccount();
  return (
    <BulkDialog
      title={`Delete ${countOf(links.length, 'link')}?`}
      action={`Delete ${countOf(links.length, 'link')}`}
      items={links}
      labelOf={({ link }) => link}
      run={({ link }) => unwrap(api.DELETE('/console/api/links', { params: { query: { link } } }))}
      done={(count) => `${countOf(count, 'link')} deleted.`}
      changes={['links']}
      onClose={onClose}
    >
      Texts that were sent with {links.map(({ link }) => link).join(', ')} lead nowhere from then on.
    </BulkDialog>
  );
}
