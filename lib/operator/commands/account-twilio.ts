import { type Command, Option } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import { findAccount } from '../../../shared/accounts/account-store';
import type { ToldChanges } from '../../../shared/audit/tell-changes';
import {
  changeTwilioInboundUrl,
  findTwilioEndpoint,
  switchTwilioOff,
  switchTwilioOn,
} from '../../../shared/operations/switch-twilio';
import { calling } from '../../../shared/platform/aws/callee';
import { readOutgoingPolicy } from '../../../shared/platform/outgoing/public-address';
import { getSealingKey } from '../../../shared/platform/secrets/sealing-key';
import { accountSidOf } from '../../../shared/twilio/sids';
import { OperatorError } from '../operator-error';
import type { Cell } from '../report';
import type { Target } from '../target';
import { noSuchAccount } from '../verb';

export interface AccountTwilioOptions {
  twilio?: 'on' | 'off';
  twilioInboundUrl?: string;
}

export const withTwilio = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--twilio <when>',
        'whether programs made for Twilio can call the account; on prints the auth token, once',
      ).choices(['on', 'off']),
    )
    .option(
      '--twilio-inbound-url <url>',
      "https address to which texts from phones are posted in Twilio's form; empty: none",
    );

export const namesTwilio = ({ twilio, twilioInboundUrl }: AccountTwilioOptions): boolean =>
  twilio !== undefined || twilioInboundUrl !== undefined;

/** Changes of an account's calls in Twilio's form, for the report. */
interface ChangedTwilio {
  account: Account;
  json: object;
  rows: Cell[][];
  note?: string;
  changes: ToldChanges;
}

/** @throws OperatorError when the options about Twilio do not fit the account */
export function checkTwilio(account: Account, options: AccountTwilioOptions): void {
  const { twilio, twilioInboundUrl: url } = options;
  const isOnAfter = twilio === undefined ? account.twilio !== undefined : twilio === 'on';
  if (url !== undefined && !isOnAfter) {
    throw new OperatorError('--twilio-inbound-url needs --twilio on.');
  }
  if (twilio === 'on' && accountSidOf(account.id) === undefined) {
    throw new OperatorError(`The id ${account.id} is not one that the service made: it has no AccountSid.`);
  }
}

/** Carries out the options about Twilio, which `checkTwilio` has checked. */
export async function changeTwilio(
  target: Target,
  account: Account,
  options: AccountTwilioOptions,
): Promise<ChangedTwilio> {
  const { twilio, twilioInboundUrl: url } = options;
  const switched = await switchTwilio(target, account, twilio);
  const changed = (await findAccount(target.table, account.id)) ?? account;
  const addressed = url === undefined ? [] : await changeInboundUrl(target, changed, url);
  return { ...switched, account: changed, changes: [...switched.changes, ...addressed] };
}

async function switchTwilio(
  target: Target,
  account: Account,
  twilio: AccountTwilioOptions['twilio'],
): Promise<Omit<ChangedTwilio, 'account'>> {
  const isOn = account.twilio !== undefined;
  const nothing = { json: {}, rows: [], changes: [] };
  if (twilio === undefined || isOn === (twilio === 'on')) return nothing;
  if (twilio === 'off') {
    await switchTwilioOff(target, account);
    return { ...nothing, changes: [{ what: 'twilio', from: 'on', to: 'off' }] };
  }
  const authToken = await switchTwilioOn(
    { ...target, sealingKey: await calling('Secrets Manager', getSealingKey()) },
    { accountId: account.id, createdBy: { kind: 'operator', id: await target.findCaller() } },
  );
  if (authToken === undefined) throw noSuchAccount(account.id);
  return {
    json: { authToken },
    rows: [['Twilio auth token', authToken]],
    note: 'The auth token is not shown again.',
    changes: [{ what: 'twilio', from: 'off', to: 'on' }],
  };
}

async function changeInboundUrl(target: Target, account: Account, url: string): Promise<ToldChanges> {
  const before = await findTwilioEndpoint(target, account);
  await changeTwilioInboundUrl({ ...target, policy: readOutgoingPolicy() }, { account, url });
  const after = await findTwilioEndpoint(target, account);
  if (before?.url === after?.url) return [];
  // The rest of an address may contain a secret.
  return [
    {
      what: 'twilioInboundUrl',
      ...(before?.url && { from: new URL(before.url).origin }),
      ...(after?.url && { to: new URL(after.url).origin }),
    },
  ];
}
