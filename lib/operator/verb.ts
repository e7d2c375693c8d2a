import type { Command } from 'commander';
import { type Account } from '../../shared/accounts/account';
import { findAccount } from '../../shared/accounts/account-store';
import { accountOf, type AuditedCommand, beginEntry, isAudited } from './audit-command';
import { confirm, type Confirmation } from './confirm';
import type { OperatorIo } from './operator-io';
import { OperatorError } from './operator-error';
import { renderJson, renderText, type Report } from './report';
import { connect, type Target } from './target';

/** What a command works with. */
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

/** A verb of a noun: its options are declared on `command`, `run` gets its values. */
export interface Verb<Options> {
  name: string;
  summary: string;
  declare: (command: Command) => Command;
  /**
   * The audit log of the service has it, also where the command line names an account: it is about which accounts there are.
   * Absent: the log of that account has it, and that of the service where none is named.
   */
  isAboveAccounts?: true;
  /**
   * Refuses options that do not go together, by themselves: before anything is read, and without an entry in an audit log.
   *
   * @throws OperatorError
   */
  check?: (options: Options) => void;
  /** What a verb that cannot be undone asks at a terminal. It may look at what the verb is about, and refuse. */
  confirmation?: (session: Session, options: Options) => Confirmation | Promise<Confirmation>;
  run: (session: Session, options: Options) => Promise<Report>;
}

/** Adds a verb: it finds the service, runs, and prints what it reports. */
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
        noun: noun.name(),
        verb: verb.name,
        options: { ...options } as Record<string, unknown>,
        isAboveAccounts: verb.isAboveAccounts === true,
      };
      // 1. Nothing is changed by a caller who is not known, or without an answer.
      if (isAudited(audited)) await target.findCaller();
      if (confirmation && !options.yes) await confirm(io, await confirmation(session, options));

      // 2. Nor without an entry in the audit log, which is written first and completed after.
      const completeEntry = isAudited(audited) ? await begin(target, audited) : undefined;
      const report = await verb.run(session, options);
      io.writeOut(options.json ? renderJson(report) : await renderText(report));
      await completeEntry?.(report);
      if (report.failure !== undefined) throw new OperatorError(report.failure);
    });
}

/** @throws OperatorError when the account is none, which has no log either */
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
 * The account of a verb that gives it something.
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
