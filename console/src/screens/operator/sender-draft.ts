import type { AccountSender, CreateSenderRequest, UpdateSenderRequest } from '../../api/schemas';

/** Member in the dialog of a sender; `name` is the number, the id of the pool, or the word. */
export interface MemberDraft {
  kind: AccountSender['members'][number]['kind'];
  name: string;
  countries: string[];
}

/** Content of the dialog of a sender. */
interface SenderDraft {
  name: string;
  members: MemberDraft[];
}

export const EMPTY_MEMBER: MemberDraft = { kind: 'number', name: '', countries: [] };
export const EMPTY_SENDER: SenderDraft = { name: '', members: [EMPTY_MEMBER] };

const PREFIXES: Record<MemberDraft['kind'], string> = { number: '', pool: 'pool:', senderId: 'id:' };

/** Returns the identity of a member as requests have it. */
const identityOf = ({ kind, name }: MemberDraft): string => PREFIXES[kind] + name.trim();

/** Fills the dialog with a sender as it is. */
export const draftOfSender = ({ name, members }: AccountSender): SenderDraft => ({
  name,
  members: members.map(({ kind, identity, countries = [] }) => ({
    ...{ kind, name: identity.slice(PREFIXES[kind].length), countries },
  })),
});

/** Returns true for a member that stands in the list before. */
export const isNamedBefore = (members: readonly MemberDraft[], index: number): boolean =>
  members.slice(0, index).some((other) => identityOf(other) === identityOf(members[index] ?? EMPTY_MEMBER));

/** Returns true when the sender has a name and members, each of them once. */
export const isSenderComplete = ({ name, members }: SenderDraft): boolean =>
  name.trim() !== '' &&
  members.length > 0 &&
  members.every((member, index) => member.name.trim() !== '' && !isNamedBefore(members, index));

/** Converts the dialog to the body of a new sender. */
export const bodyOfSender = ({ name, members }: SenderDraft): CreateSenderRequest => ({
  name: name.trim(),
  members: members.map((member) => ({
    identity: identityOf(member),
    ...(member.countries.length > 0 && { countries: [...member.countries].sort() }),
  })),
});

/** Returns the parts that the dialog changed: the name, or all members. */
export function changesOfSender(draft: SenderDraft, before: AccountSender): UpdateSenderRequest {
  const [now, was] = [bodyOfSender(draft), bodyOfSender(draftOfSender(before))];
  return {
    ...(now.name !== was.name && { name: now.name }),
    ...(JSON.stringify(now.members) !== JSON.stringify(was.members) && { members: now.members }),
  };
}
