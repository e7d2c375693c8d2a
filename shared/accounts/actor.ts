import { type InferOutput, object, optional, picklist, string } from 'valibot';

/** A user of the console, or the operator whom a command line acts as. */
export const storedPerson = object({ kind: picklist(['user', 'operator']), id: string() });
export type Person = InferOutput<typeof storedPerson>;

/** Who caused a change. `createdBy` is the person who made the API key; absent of a key that no person made. */
export const storedActor = object({
  kind: picklist(['apiKey', 'user', 'operator']),
  id: string(),
  createdBy: optional(storedPerson),
});
export type Actor = InferOutput<typeof storedActor>;

/** Returns true when both are one person, or one API key. A key counts as the person who made it. **Source:** rules E4.7. */
export function areSame(one: Actor, other: Actor): boolean {
  const [a, b] = [one.createdBy ?? one, other.createdBy ?? other];
  return a.kind === b.kind && withoutSession(a.id) === withoutSession(b.id);
}

const ASSUMED_ROLE = /^(arn:[^:]+:sts::\d+:assumed-role\/([^/]+))\/.+$/;
/** Roles of IAM Identity Center, which names sessions after its users. */
const OF_IDENTITY_CENTER = /^AWSReservedSSO_/;

/** Who assumes a role names the session, so that names of sessions do not tell people apart. */
function withoutSession(id: string): string {
  const [, role, name = ''] = ASSUMED_ROLE.exec(id) ?? [];
  return role === undefined || OF_IDENTITY_CENTER.test(name) ? id : role;
}
