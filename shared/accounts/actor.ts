import { array, type InferOutput, object, optional, picklist, string } from 'valibot';

/** User of the console, or operator for whom a command line acts. */
export const storedPerson = object({ kind: picklist(['user', 'operator']), id: string() });
export type Person = InferOutput<typeof storedPerson>;

/**
 * Actor that caused a change. `createdBy` is the person who made the API key, absent for a key that no person made;
 * `knownTo` are others who were shown a secret of it.
 */
export const storedActor = object({
  kind: picklist(['apiKey', 'user', 'operator']),
  id: string(),
  createdBy: optional(storedPerson),
  knownTo: optional(array(storedPerson)),
});
export type Actor = InferOutput<typeof storedActor>;

/**
 * Returns true when both can be one person, or are one API key. A key counts as the person who made it, and as those
 * who gave it another secret.
 *
 * **Source:** rules E4.7.
 */
export function areSame(one: Actor, other: Actor): boolean {
  return peopleOf(one).some((a) =>
    peopleOf(other).some((b) => a.kind === b.kind && withoutSession(a.id) === withoutSession(b.id)),
  );
}

function peopleOf(actor: Actor): Array<Pick<Actor, 'kind' | 'id'>> {
  const { createdBy, knownTo = [] } = actor;
  const people = [...(createdBy ? [createdBy] : []), ...knownTo];
  return people.length > 0 ? people : [actor];
}

const ASSUMED_ROLE = /^(arn:[^:]+:sts::\d+:assumed-role\/([^/]+))\/.+$/;
/** Roles of IAM Identity Center, which names sessions after its users. */
const OF_IDENTITY_CENTER = /^AWSReservedSSO_/;

/**
 * Returns the id without the session of an assumed role: users choose the names of sessions, so that these do not
 * identify a person.
 */
function withoutSession(id: string): string {
  const [, role, name = ''] = ASSUMED_ROLE.exec(id) ?? [];
  return role === undefined || OF_IDENTITY_CENTER.test(name) ? id : role;
}
