import { type AuditTarget, targetOf } from '../../shared/audit/audit-entry';
import { recordChange } from '../../shared/audit/record-change';
import type { Report } from './report';
import type { Target } from './target';

/** Verbs that change nothing, of whatever noun, and those whose texts are a record of their own. */
const UNAUDITED_VERBS = [
  'aws',
  'clicks',
  'erasure',
  'failures',
  'list',
  'log',
  'preview',
  'recipients',
  'show',
  'test',
];

/** Returns true when a verb leaves an entry in the audit log. */
export const isAuditedVerb = (verb: string): boolean => !UNAUDITED_VERBS.includes(verb);

/**
 * Writes a command that changed something into the audit log of its account.
 *
 * **Source:** rules E6.
 */
export async function auditCommand(
  target: Target,
  command: { noun: string; verb: string; options: object; report: Report },
): Promise<void> {
  const { noun, verb, report } = command;
  if (!isAuditedVerb(verb)) return;
  const options = command.options as Record<string, unknown>;
  const told = (report.json ?? {}) as Record<string, unknown>;
  const accountId = options.account ?? (noun === 'account' ? told.id : told.accountId);
  // What is about no account, such as dead letters, is in no account's log.
  if (typeof accountId !== 'string') return;
  const [about, related] = idsOf({ ...options, account: undefined }, told);
  await recordChange(target, {
    accountId,
    actor: { type: 'operator', id: await target.findCaller() },
    door: 'cli',
    action: `${noun} ${verb}`,
    ...(about && { target: about }),
    ...(related && { related: related.id }),
    ...(report.changes && { changes: report.changes }),
    outcome: report.failure === undefined ? 'done' : 'incomplete',
  });
}

/** What the command tells it is about comes first, then what its options name. A phone number of a contact is never among it. */
function idsOf(options: Record<string, unknown>, told: Record<string, unknown>): AuditTarget[] {
  const named = [
    targetOf(told.id),
    textTarget('number', options.number),
    textTarget('link', options.link),
    textTarget('linkDomain', options.domain),
    textTarget('customField', options.label),
    ...Object.values(options).map(targetOf),
  ].filter((target) => target !== undefined);
  return named.filter(({ id }, index) => named.findIndex((other) => other.id === id) === index);
}

const textTarget = (type: string, id: unknown): AuditTarget | undefined =>
  typeof id === 'string' ? { type, id } : undefined;
