import { array, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { auditKey } from '../platform/store/keys';

/**
 * Channels through which a change comes: a request with an API key, the console, the operator's command line; or the
 * service itself.
 */
export const AUDIT_CHANNELS = ['api', 'console', 'cli', 'service'] as const;
export const AUDIT_ACTORS = ['apiKey', 'user', 'operator', 'service'] as const;

/**
 * Change of an account, or above accounts, with its actor. It identifies recipients by the ids of their contacts, never
 * by number.
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
     * Actor. `id` is that of the API key or user, or on the command line the ARN of the operator's AWS identity,
     * locally the user of the computer; `email` is the user's at that time. The service has neither.
     */
    actor: object({
      type: picklist(AUDIT_ACTORS),
      id: optional(string()),
      email: optional(string()),
    }),
    channel: picklist(AUDIT_CHANNELS),
    /** Id of the operation, or noun and verb of the command. */
    action: string(),
    /** Changed resource; absent when the action already names it. */
    target: optional(object({ type: string(), id: string() })),
    /** Other resource of the change, such as the group that a contact joined. */
    related: optional(string()),
    /**
     * Values before and after. `what` is the setting or attribute, and is absent for an option and for the target
     * itself; `from` is absent for an added value, `to` for a removed one.
     */
    changes: optional(
      array(object({ what: optional(string()), from: optional(string()), to: optional(string()) })),
    ),
    /**
     * `incomplete`: the command is still running, was refused or interrupted, or reports that a part of it failed.
     * Commands write their entry first and complete it afterwards.
     */
    outcome: picklist(['done', 'incomplete']),
  }),
});
export type AuditEntry = ValueOf<typeof auditItem>;
export type AuditTarget = NonNullable<AuditEntry['target']>;

/** Types of targets by the prefix of their ids. */
const TYPES: Readonly<Record<string, string>> = {
  acc: 'account',
  brc: 'job',
  cmp: 'campaign',
  aut: 'automation',
  con: 'contact',
  end: 'webhook',
  ers: 'erasure',
  exp: 'export',
  frm: 'form',
  grp: 'group',
  imp: 'import',
  inv: 'invitation',
  key: 'apiKey',
  msg: 'message',
  rpl: 'savedReply',
  seg: 'segment',
  snd: 'sender',
  usr: 'user',
};

/** Returns the target that an id identifies; `undefined` for a text that is not an id, such as a phone number. */
export function targetOf(id: unknown): AuditTarget | undefined {
  const prefix = typeof id === 'string' ? /^([a-z]{3})_[0-9A-Za-z_-]{1,100}$/.exec(id)?.[1] : undefined;
  const type = prefix === undefined ? undefined : TYPES[prefix];
  return type === undefined ? undefined : { type, id: id as string };
}
