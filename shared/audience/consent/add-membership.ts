import type { Item } from '../../platform/store/item';
import type { Account } from '../../accounts/account';
import type { ConsentActor } from './consent-log';
import { changeConsent, type ConsentDeps } from './change-consent';
import { type Contact, readContact } from '../contacts/contact';
import type { Profile } from '../contacts/profile';
import { ServiceError } from '../../errors/service-error';
import { contactKey, groupKey, type Key } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import { type ByName, readByName } from '../../platform/store/read-by-name';
import { type Group, readGroup } from '../groups/group';
import type { OptInTextSettings } from '../groups/group-texts';
import { checkOptInType, isOptInModeAvailable, type OptInMode } from '../groups/opt-in-mode';

export interface MembershipRequest {
  account: OptInTextSettings & Pick<Account, 'silentOptIn' | 'enforceOptInType'>;
  phoneNumber: string;
  groupId: string;
  actor: ConsentActor;
  /** Writes and a reply that go with an enrolment by the contact itself, see `changeConsent`. */
  extraWrites?: TransactItem[];
  reply?: TransactItem[] | undefined;
  /** Profile with which an enrolment makes the contact when the number has none. */
  newProfile?: Profile | undefined;
  /** Items of `keysOfMembership`, as just read; absent: the use case reads them. */
  items?: MembershipItems;
}

/** Items that a change of a membership reads. */
type MembershipItems = ByName<'contact' | 'group', Item>;

export function keysOfMembership(
  accountId: string,
  phoneNumber: string,
  groupId: string,
): Record<keyof MembershipItems, Key> {
  return { contact: contactKey(accountId, phoneNumber), group: groupKey(accountId, groupId) };
}

/**
 * Enrols a contact in a group.
 *
 * @returns the contact after the change
 * @throws ServiceError SilentOptInNotAvailable, ContactNotFound, GroupNotFound, InvalidRequest because of the opt-in
 *   type, ContactHardOptedOut, PendingElsewhere, and the errors of `changeConsent` for texts, in this order
 *
 * **Source:** rules 3.3, 3.4, 4.6, E7.
 */
export async function addMembership(
  deps: ConsentDeps,
  request: MembershipRequest & { optInMode: OptInMode },
): Promise<Contact> {
  const { account, phoneNumber, groupId, optInMode, actor } = request;
  if (!isOptInModeAvailable(optInMode, account)) throw new ServiceError('SilentOptInNotAvailable');
  const known = await readItems(deps, request);
  // Who is a member already stays one, in any mode.
  if (!Object.hasOwn(known.contact?.memberships ?? {}, groupId))
    checkOptInType(optInMode, { account, group: known.groups.get(groupId) });
  const result = await changeConsent(deps, {
    accountId: account.id,
    phoneNumber,
    trigger: { type: 'enrol', groupId, optInMode },
    actor,
    textSettings: account,
    extraWrites: request.extraWrites ?? [],
    reply: request.reply,
    newProfile: request.newProfile,
    known,
  });
  if (!result.contact) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  return result.contact;
}

/** @throws ServiceError ContactNotFound no such contact, GroupNotFound no such group */
export async function readMembership(
  deps: Pick<ConsentDeps, 'table'>,
  request: Omit<MembershipRequest, 'account' | 'newProfile'> & { account: Pick<Account, 'id'> },
): Promise<{ contact: Contact; groups: ReadonlyMap<string, Group> }> {
  const { contact, groups } = await readItems(deps, request);
  if (!contact) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  return { contact, groups };
}

/**
 * @returns `contact` is absent for a number without an item
 * @throws ServiceError ContactNotFound no such contact, and none is made; GroupNotFound no such group
 */
async function readItems(
  deps: Pick<ConsentDeps, 'table'>,
  request: Omit<MembershipRequest, 'account'> & { account: Pick<Account, 'id'> },
): Promise<{ contact: Contact | undefined; groups: ReadonlyMap<string, Group> }> {
  const { account, phoneNumber, groupId, newProfile } = request;
  const items =
    request.items ?? (await readByName(deps.table, keysOfMembership(account.id, phoneNumber, groupId)));
  // The stored opt-out of a number is not a contact.
  if (!newProfile && items.contact?.id === undefined)
    throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  if (!items.group) throw new ServiceError('GroupNotFound');
  const groups = new Map([[groupId, readGroup(items.group)]]);
  return { contact: items.contact && readContact(items.contact), groups };
}
