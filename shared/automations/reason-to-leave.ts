import { decideGate } from '../audience/consent/compliance-gate';
import type { Contact } from '../audience/contacts/contact';
import type { AutomationPlan } from './record/automation';
import type { Person } from './record/person';

/** Returns why a contact, as it is now, leaves an automation; `undefined` while it may stay. **Source:** rules E10.3. */
export function reasonToLeave({
  person,
  plan: { trigger },
  contact,
}: {
  person: Pick<Person, 'contactId' | 'enteredAt'>;
  plan: Pick<AutomationPlan, 'trigger'>;
  contact: Contact | undefined;
}): string | undefined {
  if (contact?.hardOptOut) return 'opted_out';
  const isOther = contact?.id !== person.contactId;
  if (!contact || isOther || (contact.erasedAt ?? '') > person.enteredAt) return 'erased';
  if ('joined' in trigger && !Object.hasOwn(contact.memberships, trigger.joined)) return 'left_group';
  return decideGate(contact) === 'allowed' ? undefined : 'not_opted_in';
}
