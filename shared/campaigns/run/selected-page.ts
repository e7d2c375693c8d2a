import type { Contact } from '../../audience/contacts/contact';

/** Some of those to whom the campaign goes, and where to go on after them. */
export interface SelectedPage {
  contacts: Array<Contact & { id: string }>;
  position: string[];
}
