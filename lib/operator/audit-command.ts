import { type AuditEntry, type AuditTarget, targetOf } from '../../shared/audit/audit-entry';
import { putChange } from '../../shared/audit/record-change';
import { updateExpression } from '../../shared/platform/store/expressions';
import type { Report } from './report';
import type { Target } from './target';

/** Verbs of any noun that change nothing, and those whose texts are a record of their own. */
const UNAUDITED_VERBS = [
  'aws',
  'clicks',
  'definitions',
  'draft',
  'erasure',
  'evidence',
  'failures',
  'forecast',
  'invitations',
  'list',
  'log',
  'people',
  'preview',
  'recipients',
  'show',
  'test',
];

/** Parts of a command line that the audit log needs. */
export interface AuditedCommand {
  /** Absent for a verb without a noun. */
  noun: string | undefined;
  verb: string;
  options: Record<string, unknown>;
  /** See `Verb`. */
  isAboveAccounts: boolean;
}

/** Returns true when a command leaves an entry in an audit log. */
export const isAudited = ({ verb, options }: Pick<AuditedCommand, 'verb' | 'options'>): boolean =>
  !UNAUDITED_VERBS.includes(verb) && options.dryRun !== true;

/**
 * Writes the entry of a command before the command changes anything: `incomplete`, until the returned function
 * completes it. A command that is refused or breaks off leaves it so.
 *
 * **Source:** rules E6.
 */
export async function beginEntry(
  target: Target,
  command: AuditedCommand,
): Promise<(report: Report) => Promise<void>> {
  const { options, isAboveAccounts } = command;
  const accountId = isAboveAccounts ? undefined : accountOf(command);
  const change = {
    actor: { type: 'operator' as const, id: await target.findCaller() },
    channel: 'cli' as const,
    action: [command.noun ?? 'sending', command.verb].join(' '),
  };
  // An entry in the log of an account does not name the account.
  const named = accountId === undefined ? options : { ...options, account: undefined };
  const { Item } = putChange(target.ids, {
    ...change,
    ...aboutOf(named, {}),
    accountId,
    outcome: 'incomplete',
  }).Put;
  await target.table.put({ Item });
  return async ({ json, changes, failure, alsoIn = [] }) => {
    const about = aboutOf(named, (json ?? {}) as Record<string, unknown>);
    const outcome = failure === undefined ? 'done' : 'incomplete';
    await target.table.update({
      Key: { pk: Item.pk, sk: Item.sk },
      ...updateExpression({ set: { ...about, changes, outcome } }, { values: { ':begun': 'incomplete' } }),
      ConditionExpression: '#outcome = :begun',
    });
    for (const also of alsoIn) {
      await target.table.put(putChange(target.ids, { ...change, ...about, ...also, outcome }).Put);
    }
  };
}

/** Returns the account that a command line names. */
export const accountOf = ({ options }: Pick<AuditedCommand, 'options'>): string | undefined =>
  typeof options.account === 'string' ? options.account : undefined;

/**
 * Returns the target of a command: the one that it reports comes first, then those that its options name. A phone
 * number of a contact is never one of them.
 */
function aboutOf(
  options: Record<string, unknown>,
  told: Record<string, unknown>,
): Pick<AuditEntry, 'target' | 'related'> {
  const named = [
    targetOf(told.id),
    textTarget('number', options.number),
    textTarget('link', options.link),
    textTarget('linkDomain', options.domain),
    textTarget('keyword', options.word),
    textTarget('customField', options.label),
    textTarget('queue', options.queue),
    textTarget('user', options.email),
    textTarget('registration', told.registration ?? options.registration),
    ...Object.values(options).map(targetOf),
  ].filter((target) => target !== undefined);
  const [target, related] = named.filter(
    ({ id }, index) => named.findIndex((other) => other.id === id) === index,
  );
  return { ...(target && { target }), ...(related && { related: related.id }) };
}

const textTarget = (type: string, id: unknown): AuditTarget | undefined =>
  typeof id === 'string' ? { type, id } : undefined;
