import type { Item } from '../../platform/store/item';

export type OptInType = 'SINGLE' | 'DOUBLE';

/** A label for members of one group. **Source:** rules 2.5. */
export interface Tag {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

/** A list that people opt in to. Made and edited by the operator only. **Source:** rules 2.5. */
export interface Group {
  id: string;
  accountId: string;
  name: string;
  isDefault: boolean;
  optInType: OptInType;
  /** Active members; moves in the same transaction as the membership. */
  contactCount: number;
  /** Oldest first. */
  tags: Tag[];
  /** Sent on `DIRECT`; nothing is sent where it is absent. */
  optInMessage: string | undefined;
  /** Sent on `CONFIRM` instead of the default text. */
  confirmationMessage: string | undefined;
  /** Sender of the group's texts; else the account's default number. */
  from: string | undefined;
  createdAt: string;
}

export function readGroup(item: Item): Group {
  return {
    id: item.id as string,
    accountId: item.accountId as string,
    name: item.name as string,
    isDefault: (item.isDefault as boolean | undefined) ?? false,
    optInType: item.optInType as OptInType,
    contactCount: (item.contactCount as number | undefined) ?? 0,
    tags: (item.tags as Tag[] | undefined) ?? [],
    optInMessage: item.optInMessage as string | undefined,
    confirmationMessage: item.confirmationMessage as string | undefined,
    from: item.from as string | undefined,
    createdAt: item.createdAt as string,
  };
}

/** The form of rules 2.5. */
export function presentGroup(group: Group) {
  const { id, name, isDefault, optInType, contactCount, tags, createdAt } = group;
  return { id, name, isDefault, optInType, contactCount, tags, createdAt };
}
