import { addCredits } from '../../../shared/accounts/account-store';
import { OperatorError } from '../operator-error';
import { parseSignedNumber } from '../option-types';
import type { AddVerbs } from '../program';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, withAccount } from '../verb';

interface AddOptions {
  account: string;
  sms?: number;
  mms?: number;
}

export const addCreditsVerbs: AddVerbs = (noun, io) => {
  addVerb<AddOptions>(noun, io, {
    name: 'add',
    summary: 'add credits, or take them with a negative number; never below zero',
    declare: (command) =>
      withAccount(command)
        .option('--sms <n>', 'SMS credits', parseSignedNumber)
        .option('--mms <n>', 'MMS credits', parseSignedNumber),
    run: ({ target }, options) => add(target, options),
  });
};

async function add(target: Target, options: AddOptions): Promise<Report> {
  const { account: accountId, sms = 0, mms = 0 } = options;
  if (options.sms === undefined && options.mms === undefined) {
    throw new OperatorError('Nothing to add: give --sms or --mms.');
  }
  const result = await addCredits({ table: target.table, accountId, sms, mms });
  if ('refused' in result) {
    if (result.refused === 'noSuchAccount') throw noSuchAccount(accountId);
    throw new OperatorError('The account has fewer credits than that; nothing was taken.');
  }
  const { id, smsCredits, mmsCredits } = result.account;
  return {
    json: { id, credits: { sms: smsCredits, mms: mmsCredits } },
    head: ['account', 'SMS credits', 'MMS credits'],
    rows: [[id, smsCredits, mmsCredits]],
  };
}
