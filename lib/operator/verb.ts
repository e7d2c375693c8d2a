import type { Command } from 'commander';
import { type Account } from '../../shared/accounts/account';
import { findAccount } from '../../shared/accounts/account-store';
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
  json?: true;
  stack?: string;
}

/** A verb of a noun: its options are declared on `command`, its values come back in `run`. */
export interface Verb<Options> {
  name: string;
  summary: string;
  declare: (command: Command) => Command;
  run: (session: Session, options: Options) => Promise<Report>;
}

/** Adds a verb: it finds the service, runs, and prints what it reports. */
export function addVerb<Options extends object>(noun: Command, io: OperatorIo, verb: Verb<Options>): void {
  const command = noun.command(verb.name).description(verb.summary);
  verb
    .declare(command)
    .option('--stack <name>', 'deployed stack to work on, instead of the local service')
    .option('--json', 'print one JSON value instead of a table')
    .action(async (options: Options & CommonOptions) => {
      const target = await connect({ stack: options.stack, environment: io.environment });
      const report = await verb.run({ target, io }, options);
      io.writeOut(options.json ? renderJson(report) : await renderText(report));
      if (report.failure !== undefined) throw new OperatorError(report.failure);
    });
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

export function noSuchAccount(accountId: string): OperatorError {
  return new OperatorError(`There is no account ${accountId}.`);
}
