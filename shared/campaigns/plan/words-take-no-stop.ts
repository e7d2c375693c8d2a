import type { Account } from '../../accounts/account';
import type { InvalidField } from '../../errors/error-details';
import { isWord, type Sender } from '../../senders/sender';
import type { Campaign } from '../record/campaign';

type Planned = { account: Pick<Account, 'optOutUrl'>; campaign: Pick<Campaign, 'purpose'> };

/** Returns true when some recipients of a marketing campaign cannot reply STOP, because it leaves from a sender id. */
const takesNoStop = (sender: Sender | undefined, { campaign }: Planned): boolean =>
  campaign.purpose === 'marketing' && sender?.members.some(({ identity }) => isWord(identity)) === true;

/** Returns the refusal of a marketing campaign through a sender id without another way to opt out. **Source:** rules 2.8. */
export function refuseWithoutOptOut(sender: Sender | undefined, planned: Planned): InvalidField | undefined {
  const hasPage = /^https:\/\/./i.test(planned.account.optOutUrl ?? '');
  if (!takesNoStop(sender, planned) || hasPage) return undefined;
  return {
    pointer: '/from',
    reason: 'has a sender id, which takes no STOP: set optOutUrl of the account, an address with https',
  };
}

/** Returns the warnings of a preview about a sender id. */
export function warnOfWords(
  sender: Sender | undefined,
  planned: Planned & { campaign: Pick<Campaign, 'body' | 'purpose'> },
): string[] {
  const refusal = refuseWithoutOptOut(sender, planned);
  if (refusal) return [`It cannot be launched: ${refusal.pointer} ${refusal.reason}.`];
  const { optOutUrl } = planned.account;
  const isTold = optOutUrl !== undefined && planned.campaign.body?.includes(optOutUrl) === true;
  if (!takesNoStop(sender, planned) || isTold) return [];
  return ['The sender has a sender id, which takes no STOP, and the text does not name the opt-out page.'];
}
