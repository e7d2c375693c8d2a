import { array, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { auditKey } from '../platform/store/keys';

/** Through which door a change came: a request with an API key, the console, the operator's command line; or the service's own. */
export const AUDIT_DOORS = ['api', 'console', 'cli', 'service'] as const;
export const AUDIT_ACTORS = ['apiKey', 'user', 'operator', 'service'] as const;

/**
 * One change of an account, or above accounts, by whom. It names people who are texted by the ids of their contacts, never by
 * number.
 *
 * **Source:** rules E6.
 */
export const auditItem = defineItem({
  entity: 'audit',
  key: ({ accountId, id }: { accountId: string | undefined; id: string }) => auditKey(accountId, id),
  value: object({
    id: string(),
    at: string(),
    /**
     * `id` is that of the API key or user, of the operator's command line the ARN of the AWS identity, locally the user of the
     * computer; `email` is the user's at that time. The service has neither.
     */
    actor: object({
      type: picklist(AUDIT_ACTORS),
      id: optional(string()),
      email: optional(string()),
    }),
    door: picklist(AUDIT_DOORS),
    /** The operation's id, or noun and verb of the command. */
    action: string(),
    /** What was changed; absent where the action says it. */
    target: optional(object({ type: string(), id: string() })),
    /** What it was changed with, such as the group that a contact joined. */
    related: optional(string()),
    /**
     * Values before and after. `what` names the setting or attribute, and is absent of an option or of what the target is;
     * `from` is absent of what was added, `to` of what was removed.
     */
    changes: optional(
      array(object({ what: optional(string()), from: optional(string()), to: optional(string()) })),
    ),
    /**
     * `incomplete`: the command runs, was refused or broken off, or says that a part of it failed. Commands write their entry first
     * and complete it after.
     */
    outcome: picklist(['done', 'incomplete']),
  }),
});
export type AuditEntry = ValueOf<typeof auditItem>;
export type AuditActor = AuditEntry['actor'];
export type AuditDoor = AuditEntry['door'];
export type AuditTarget = NonNullable<AuditEntry['target']>;

/** What ids of each kind name. */
const TYPES: Readonly<Record<string, string>> = {
  acc: 'account',
  brc: 'job',
  cmp: 'campaign',
  con: 'contact',
  end: 'webhook',
  ers: 'erasure',
  exp: 'export',
  grp: 'group',
  imp: 'import',
  inv: 'invitation',
  key: 'apiKey',
  msg: 'message',
  seg: 'segment',
  usr: 'user',
};

/** The target that an id names; `undefined` for what is no id, such as a phone number. */
export function targetOf(id: unknown): AuditTarget | undefined {
  const prefix = typeof id === 'string' ? /^([a-z]{3})_[0-9A-Za-z_-]{1,100}$/.exec(id)?.[1] : undefined;
  const type = prefix === undefined ? undefined : TYPES[prefix];
  return type === undefined ? undefined : { type, id: id as string };
}
