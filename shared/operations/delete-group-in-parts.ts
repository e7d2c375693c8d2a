import { BOOK_START, type BookPosition, walkBook } from '../audience/book/walk-book';
import type { ConsentDeps } from '../audience/consent/change-consent';
import { PatientTable } from '../platform/store/patient-table';
import { forgetGroup, leaveDeletedGroup, setGroupAside } from '../audience/consent/delete-group';

/** Place at which the next part of a deletion continues. */
export interface DeletionPlace {
  position: BookPosition;
  /** True when a contact has left since the walk over the contact book began: then it is walked over again. */
  hasLeft: boolean;
}

/** Result of one part of a deletion. `next` is absent when the group is deleted. */
interface DeletedPart {
  /** Contacts that left in this part, active or pending. */
  left: number;
  next?: DeletionPlace;
}

/** Time after which a contact that joined just before is in the index of the contact book. */
const INDEX_SETTLES_MS = 2_000;
/** Page size with which the contacts of a page leave within seconds. */
const CONTACTS_A_PAGE = 200;

/**
 * Deletes a group, for as long as a request may take. From the first step on, the API does not find it and no contact can
 * join it. Then its members leave it, each in its own transaction with log and event, as in a removal through the API. Until
 * a contact has left, its membership still allows sends.
 *
 * @param options.from `next` of the part before; absent for the first part, and to restart an interrupted deletion
 * @param options.worksForMs time after which a part ends, at the latest one page of contacts later; `Infinity`: all of it
 * @param options.onProgress called with the number of contacts that have left so far in this part
 * @returns `undefined` when the account has no such group
 *
 * **Source:** rules 3.3, 6.
 */
export async function deleteGroupPart(
  platform: ConsentDeps,
  options: {
    accountId: string;
    groupId: string;
    from?: DeletionPlace | undefined;
    worksForMs: number;
    onProgress?: ((left: number) => void) | undefined;
  },
): Promise<DeletedPart | undefined> {
  const { accountId, groupId } = options;
  const patient = new PatientTable(platform.table);
  const deps = { ...platform, table: patient.table };
  const endsAtMs = performance.now() + options.worksForMs;
  const isLate = () => performance.now() > endsAtMs;
  // 1. From now on no contact can join the group.
  if (!(await setGroupAside(deps, options))) return undefined;
  if (options.from === undefined) await deps.table.waits.pause(INDEX_SETTLES_MS);

  // 2. Remove its members, until a walk over the contact book finds none: the index can be late.
  let left = 0;
  let { position, hasLeft } = options.from ?? START;
  for (;;) {
    for await (const page of walkBook(deps.table, {
      ...{ accountId, from: position, filter: [{ any: membershipsOf(groupId) }] },
      contactsAPage: CONTACTS_A_PAGE,
    })) {
      const members = page.contacts.filter(
        ({ memberships, pendingMemberships }) => groupId in memberships || groupId in pendingMemberships,
      );
      const leftNow = await leaveDeletedGroup(
        deps,
        options,
        members.map(({ phoneNumber }) => phoneNumber),
      );
      left += leftNow;
      hasLeft ||= leftNow > 0;
      ({ position } = page);
      options.onProgress?.(left);
      await patient.rest();
      if (isLate()) return { left, next: { position, hasLeft } };
    }
    if (!hasLeft) break;
    ({ position, hasLeft } = START);
    if (isLate()) return { left, next: START };
    await deps.table.waits.pause(INDEX_SETTLES_MS);
  }

  // 3. Delete its name.
  await forgetGroup(deps.table, options);
  return { left };
}

const START: DeletionPlace = { position: BOOK_START, hasLeft: false };

const membershipsOf = (groupId: string) =>
  ['memberships', 'pendingMemberships'].map((kind) => ({ path: [kind, groupId], test: 'exists' as const }));
