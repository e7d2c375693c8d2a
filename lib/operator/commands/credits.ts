import { balanceOf } from '../../../shared/accounts/gather-credit-shards';
import { changeCredits } from '../../../shared/operations/open-account';
import { OperatorError } from '../operator-error';
import { parseSignedNumber } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { keepChanges } from '../told-changes';
import { addVerb, requireOpenAccount, withAccount } from '../verb';

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
        .option('--mms <n>', 'MMS credits', parseSignedNumber)
        .addHelpText('after', PRICES),
    check: ({ sms, mms }) => {
      if (sms === undefined && mms === undefined) {
        throw new OperatorError('Nothing to add: give --sms or --mms.');
      }
    },
    run: ({ target }, options) => add(target, options),
  });
};

const PRICES = `
What a send takes:
  one SMS          2 SMS credits: the message and a carrier lookup
  one MMS          2 SMS credits and 1 MMS credit
  broadcast SMS    2 SMS credits for each recipient
  broadcast MMS    1 SMS credit, and 1 SMS credit for each recipient
  batch SMS        2 SMS credits for each recipient
  batch MMS        1 SMS credit and 1 MMS credit for each recipient

They are charged when the send is accepted, however many segments the text has, and refunded for what is not handed to
the provider. Opt-in texts and answers to keywords cost none.`;

async function add(target: Target, options: AddOptions): Promise<Report> {
  const { account: accountId, sms = 0, mms = 0 } = options;
  const { id } = await requireOpenAccount(target, accountId);
  const told = keepChanges();
  const { beforeWrite } = told;
  const account = await changeCredits(target.table, { accountId, sms, mms, beforeWrite });
  if (!account) throw new OperatorError('The account has fewer credits than that; nothing was taken.');
  const credits = await balanceOf(target, account);
  return {
    json: { id, credits },
    head: ['account', 'SMS credits', 'MMS credits'],
    rows: [[id, credits.sms, credits.mms]],
    changes: told.changes,
  };
}
