import { toSearchName } from '../../shared/audience/groups/group-list';
import { listAllGroups } from '../../shared/audience/groups/list-groups';
import { findAccountByName } from '../../shared/operations/open-account';
import { OperatorError } from './operator-error';
import type { Session } from './verb';

/** Options that allow the name of another account, or of another group of the account. */
export interface NameOptions {
  force?: true;
  json?: true;
}

export const FORCE_OPTION = ['--force', 'also when another one has this name'] as const;

/**
 * Refuses the name of another account that is not closed. Scripts, which read the id with `--json`, get a warning.
 *
 * @param options.id the account that gets the name, when it exists already
 * @throws OperatorError
 */
export async function checkAccountName(
  { target, io }: Session,
  options: NameOptions & { name: string; id?: string },
): Promise<void> {
  if (options.force) return;
  const { name, id: otherThan } = options;
  const same = await findAccountByName(target.table, { name, otherThan });
  if (same) refuseOrWarn(io, options, `The account ${same.id} is called ${same.name} already`);
}

/** Refuses the name of another group of the account in the same way. */
export async function checkGroupName(
  { target, io }: Session,
  options: NameOptions & { accountId: string; name: string; id?: string },
): Promise<void> {
  if (options.force) return;
  const groups = await listAllGroups(target.table, options.accountId);
  const same = groups.find(({ id, name }) => id !== options.id && isSameName(name, options.name));
  if (same) refuseOrWarn(io, options, `The group ${same.id} of the account is called ${same.name} already`);
}

const isSameName = (one: string, other: string) => toSearchName(one.trim()) === toSearchName(other.trim());

function refuseOrWarn(io: Session['io'], { json }: NameOptions, fact: string): void {
  if (!json) throw new OperatorError(`${fact}: choose another name, or say --force.`);
  io.writeError(`Warning: ${fact}.\n`);
}
