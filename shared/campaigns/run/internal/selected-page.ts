import type { Contact } from '../../../audience/contacts/contact';

/** Some recipients of a campaign, and the position after them. */
export interface SelectedPage {
  contacts: Array<Contact & { id: string }>;
  position: string[];
}
