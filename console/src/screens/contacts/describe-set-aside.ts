import type { Contact } from '../../api/schemas';

export type SetAsideReason = NonNullable<Contact['setAsideReason']>;

/** Returns the header of the notice that a number is set aside: since when, and why. */
export function describeSetAside(reason: SetAsideReason | undefined, at: string): string {
  switch (reason) {
    case 'landline':
      return `Landline, found on ${at}: texts cannot arrive`;
    case 'invalid':
      return `Not a valid number, found on ${at}: texts cannot arrive`;
    case 'failures':
    case undefined:
      return `Set aside on ${at}`;
  }
}
