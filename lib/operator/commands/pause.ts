import type { Command } from 'commander';
import { MAX_PAUSE_REASON_CHARACTERS } from '../../../shared/limits';
import { tellHolds } from '../../../shared/operations/tell-holds';
import { numberOwnerItem } from '../../../shared/senders/number-store';
import type { Pause } from '../../../shared/holds/pause';
import type { SenderNumber } from '../../../shared/phone-numbers/e164';
import {
  type PauseScope,
  pauseSending,
  pauseService,
  resumeSending,
  resumeService,
} from '../../../shared/senders/pause-sending';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { parseNote, parseSenderNumber } from '../option-types';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount } from '../verb';

interface ScopeOptions {
  account?: string;
  number?: SenderNumber;
}

/** Adds `pause` and `resume`, which stand for themselves, without a noun. */
export const addPauseVerbs: AddVerbs = (program, io) => {
  addVerb<ScopeOptions & { reason?: string }>(program, io, {
    name: 'pause',
    summary: 'stop sending from a number, of an account, or of everybody; what is under way waits',
    declare: (command) =>
      withScope(command).option(
        '--reason <text>',
        'why, as the event and the console say it',
        parseNote(MAX_PAUSE_REASON_CHARACTERS),
      ),
    confirmation: ({ target }, options) => confirmScope(target, options),
    run: ({ target }, options) => pause(target, options),
  });
  addVerb<ScopeOptions>(program, io, {
    name: 'resume',
    summary: 'go on sending from a number, of an account, or of everybody after a pause',
    declare: withScope,
    run: ({ target }, options) => resume(target, options),
  });
};

const withScope = (command: Command): Command =>
  command
    .option('--account <id>', 'only what this account sends; without an account and a number: everything')
    .option('--number <number>', 'only what leaves from this number', parseSenderNumber);

async function confirmScope(target: Target, options: ScopeOptions) {
  const scope = await findScope(target, options);
  const whose = scope?.number ?? scope?.accountId ?? 'all accounts';
  return { question: `Pause sending of ${whose}?`, isYesRequired: false };
}

async function pause(target: Target, options: ScopeOptions & { reason?: string }): Promise<Report> {
  const { reason } = options;
  const scope = await findScope(target, options);
  if (!scope) {
    const paused = await pauseService(target, { reason });
    await tellHolds(target);
    return report(undefined, { pause: paused, isPaused: true });
  }
  const result = await pauseSending(target, { ...scope, reason, isByOperator: true });
  if ('refused' in result) throw notThere(scope);
  return { ...report(scope, { pause: result.pause, isPaused: true }), ...alsoInOf(scope, options) };
}

async function resume(target: Target, options: ScopeOptions): Promise<Report> {
  const scope = await findScope(target, options);
  if (!scope) {
    const ended = await resumeService(target);
    await tellHolds(target);
    return report(undefined, { pause: ended, isPaused: false });
  }
  const result = await resumeSending(target, { ...scope, isByOperator: true });
  if ('refused' in result) throw notThere(scope);
  return { ...report(scope, { pause: result.pause, isPaused: false }), ...alsoInOf(scope, options) };
}

/** The log of the account has the entry too, when only its number was named. */
const alsoInOf = ({ accountId }: PauseScope, { account }: ScopeOptions): Pick<Report, 'alsoIn'> =>
  account === undefined ? { alsoIn: [{ accountId }] } : {};

/**
 * Finds what the options name; the account of a number that is named alone.
 *
 * @returns `undefined`: everything
 */
async function findScope(target: Target, options: ScopeOptions): Promise<PauseScope | undefined> {
  const { account, number } = options;
  if (account !== undefined) {
    const { id: accountId } = await requireAccount(target, account);
    return { accountId, number };
  }
  if (number === undefined) return undefined;
  const owner = numberOwnerItem.readIfAny(await target.table.get(numberOwnerItem.key(number)));
  if (!owner || owner.removedAt !== undefined)
    throw new OperatorError(`No account has the number ${number}.`);
  return { accountId: owner.accountId, number };
}

const notThere = ({ accountId, number }: PauseScope): OperatorError =>
  number === undefined
    ? noSuchAccount(accountId)
    : new OperatorError(`${number} is not assigned to the account.`);

function report(
  scope: PauseScope | undefined,
  { pause: found, isPaused }: { pause: Pause | undefined; isPaused: boolean },
): Report {
  const whose = scope?.number ?? scope?.accountId ?? 'everything';
  const isNoChange = !isPaused && found === undefined;
  const { since, reason } = found ?? {};
  return {
    json: {
      scope: scope === undefined ? 'service' : scope.number === undefined ? 'account' : 'number',
      ...scope,
      paused: isPaused,
      ...(isPaused && { since, ...(reason !== undefined && { reason }) }),
    },
    rows: [],
    note: isPaused
      ? `Sending of ${whose} is paused since ${since}.`
      : isNoChange
        ? `Sending of ${whose} was not paused.`
        : `Sending of ${whose} goes on.`,
  };
}
