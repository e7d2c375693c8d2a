import type { Contact } from '../../../api/schemas';

export interface SeveralProps {
  contacts: Contact[];
  /** Called with the contacts that stay chosen. */
  onClose: (left: Contact[]) => void;
}

/** Lists of the account that a change of several contacts affects. */
export const CHANGED_LISTS = ['contact', 'contacts', 'groups'];
