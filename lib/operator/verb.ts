import type { Command } from 'commander';
import { type Account } from '../../shared/accounts/account';
import { findAccount } from '../../shared/accounts/account-store';
import { accountOf, type AuditedCommand, beginEntry, isAudited } from './audit-command';
import { confirm, type Confirmation } from './confirm';
import type { OperatorIo } from './operator-io';
import { OperatorError } from './operator-error';
import { renderJson, renderText, type Report } from './report';
import { connect, type Target } from './target';

/** Service and process of a command. */
export interface Session {
  target: Target;
  io: OperatorIo;
}

/** Options that every verb has. */
interface CommonOptions {
  yes?: true;
  json?: true;
  stack?: string;
}

/** Verb of a noun: its options are declared on `command`, `run` gets its values. */
export interface Verb<Options> {
  name: string;
  summary: string;
  declare: (command: Command) => Command;
  /**
   * Set for verbs on the accounts themselves: they are recorded in the audit log of the service, even when the command
   * line names an account. Absent: in the log of that account, and in that of the service when none is named.
   */
  isAboveAccounts?: true;
  /**
   * Refuses options that contradict each other, before anything is read and without an entry in an audit log.
   *
   * @throws OperatorError
   */
  check?: (options: Options) => void;
  /** Returns the question before a verb that cannot be undone. It may read the target, and refuse. */
  confirmation?: (session: Session, options: Options) => Confirmation | Promise<Confirmation>;
  run: (session: Session, options: Options) => Promise<Report>;
}

/** Adds a verb: it finds the service, runs, and prints the report. */
export function addVerb<Options extends object>(noun: Command, io: OperatorIo, verb: Verb<Options>): void {
  const command = noun.command(verb.name).description(verb.summary);
  const { confirmation } = verb;
  if (confirmation) command.option('-y, --yes', 'do not ask whether to do it');
  verb
    .declare(command)
    .option('--stack <name>', 'deployed stack to work on, instead of the local service')
    .option('--json', 'print one JSON value instead of a table')
    .action(async (options: Options & CommonOptions) => {
      verb.check?.(options);
      const target = await connect({ stack: options.stack, environment: io.environment });
      const session = { target, io };
      const audited: AuditedCommand = {
        // A verb of its own has no noun.
        noun: noun.parent ? noun.name() : undefined,
        verb: verb.name,
        options: { ...options } as Record<string, unknown>,
        isAboveAccounts: verb.isAboveAccounts === true,
      };
      // 1. Requires a known caller and the answer before anything is changed.
      if (isAudited(audited)) await target.findCaller();
      if (confirmation && !options.yes) await confirm(io, await confirmation(session, options));

      // 2. Writes the entry in the audit log first, and completes it afterwards.
      const completeEntry = isAudited(audited) ? await begin(target, audited) : undefined;
      const report = await verb.run(session, options);
      io.writeOut(options.json ? renderJson(report) : await renderText(report));
      await completeEntry?.(report);
      if (report.failure !== undefined) throw new OperatorError(report.failure);
    });
}

/** @throws OperatorError when the account does not exist, and so has no log */
async function begin(target: Target, command: AuditedCommand) {
  const accountId = accountOf(command);
  if (accountId !== undefined) await requireAccount(target, accountId);
  return beginEntry(target, command);
}

/** Adds the option that names the account. */
export function withAccount(command: Command): Command {
  return command.requiredOption('--account <id>', 'account, as "account list" shows it');
}

/** @throws OperatorError when there is no such account */
export async function requireAccount(target: Target, accountId: string): Promise<Account> {
  const account = await findAccount(target.table, accountId);
  if (!account) throw noSuchAccount(accountId);
  return account;
}

/**
 * Returns the account for a verb that adds to it.
 *
 * @throws OperatorError when there is no such account, or it is closed
 */
export async function requireOpenAccount(target: Target, accountId: string): Promise<Account> {
  const account = await requireAccount(target, accountId);
  if (account.closedAt !== undefined) {
    throw new OperatorError(`The account ${accountId} was closed on ${account.closedAt}.`);
  }
  return account;
}

export function noSuchAccount(accountId: string): OperatorError {
  return new OperatorError(`There is no account ${accountId}.`);
}
