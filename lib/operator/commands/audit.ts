import { type AuditEntry } from '../../../shared/audit/audit-entry';
import { type ChangeFilter, listChanges } from '../../../shared/audit/list-changes';
import { MAX_PAGE_LIMIT } from '../../../shared/limits';
import { parseCount, parseTime } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount } from '../verb';

type ListOptions = Omit<ChangeFilter, 'actions'> & { action?: string; account?: string; limit: number };

const DEFAULT_LIMIT = 50;

export const addAuditVerbs: AddVerbs = (noun, io) => {
  addVerb<ListOptions>(noun, io, {
    name: 'list',
    summary: 'list who changed what of an account, or without one above accounts, newest first',
    declare: (command) =>
      command
        .option('--account <id>', 'account, as "account list" shows it; without it the log of the service')
        .option('--actor <who>', 'id of an API key or user, e-mail address of a user, or operator')
        .option('--action <name>', 'operation of the API, or noun and verb of a command')
        .option('--target <id>', 'what was changed')
        .option('--from <time>', 'since then', parseTime)
        .option('--to <time>', 'until then', parseTime)
        .option('--limit <n>', 'at most so many', parseCount, DEFAULT_LIMIT),
    run: async ({ target }, options) => {
      if (options.account !== undefined) await requireAccount(target, options.account);
      return reportChanges(await readChanges(target, options));
    },
  });
};

async function readChanges(target: Target, options: ListOptions): Promise<AuditEntry[]> {
  const { account: accountId, limit, actor, action, target: id, from, to } = options;
  const filter: ChangeFilter = { actor, actions: action?.split(','), target: id, from, to };
  const found: AuditEntry[] = [];
  let place: string | undefined;
  do {
    const page = { limit: Math.min(MAX_PAGE_LIMIT, limit - found.length), place };
    const { entries, nextPlace } = await listChanges(target, { accountId, filter, page });
    found.push(...entries);
    place = nextPlace;
  } while (place !== undefined && found.length < limit);
  return found;
}

function reportChanges(entries: AuditEntry[]): Report {
  return {
    json: entries,
    head: ['at', 'who', 'channel', 'action', 'what', 'with', 'outcome', 'changes'],
    rows: entries.map(({ at, actor, channel, action, target, related, outcome, changes }) => [
      at,
      actor.email ?? actor.id ?? actor.type,
      channel,
      action,
      target?.id,
      related,
      outcome,
      changes?.map(describeChange).join('\n'),
    ]),
    ...(entries.length === 0 && { note: 'No change is in the log.' }),
  };
}

/** Describes a change: `timeZone: UTC → America/Chicago`, `+ Gold` for an addition, `- Gold` for a removal. */
function describeChange({ what, from, to }: NonNullable<AuditEntry['changes']>[number]): string {
  const of = what === undefined ? '' : `${what}: `;
  if (from === undefined) return `${of}+ ${to ?? ''}`;
  return to === undefined ? `${of}- ${from}` : `${of}${from} → ${to}`;
}
