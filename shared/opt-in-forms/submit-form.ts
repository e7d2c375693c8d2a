import { createHmac } from 'node:crypto';
import { optInTextsLeft, quotaDay, secondsToNextDay } from '../accounts/daily-quota';
import { isOptInCountryEnabled } from '../accounts/enabled-countries';
import { findCountryLimit } from '../budgets/country-limit';
import { leftOf, limitKey } from '../budgets/take-texts';
import { countRecent } from '../accounts/recent-times';
import { enrolPhone, isRefusal } from '../audience/consent/enrol-phone';
import { findPhone } from '../audience/consent/find-phone';
import {
  FORM_ANSWERED_AFTER_MS,
  FORM_POSTS,
  FORM_POSTS_OF_NETWORK,
  FORM_POSTS_WINDOW_MS,
  FORM_RETRY_SECONDS,
  NETWORK_POSTS_WINDOW_MS,
} from '../limits';
import { isOfCountry } from '../phone-numbers/country';
import type { E164, SenderNumber } from '../phone-numbers/e164';
import { readPhoneText } from '../phone-numbers/phone-text';
import { type Pause, realPause } from '../platform/pause';
import type { CorePlatform } from '../platform/platform';
import { getNetworkKey } from '../platform/secrets/network-key';
import { bindToAccount } from '../platform/store/bound-table';
import { formPostsKey, quotaKey } from '../platform/store/keys';
import { homeCountries } from '../senders/home-countries';
import type { AccountNumber } from '../senders/number';
import { listNumbers } from '../senders/number-store';
import { networkOf } from '../users/sign-in-attempt';
import type { PublicForm } from './find-form';
import { FIELDS, TICKED } from './form-pages';
import { readGroupSender } from '../audience/groups/opt-in-sender';
import { findSender } from './internal/find-sender';
import type { FormError } from './internal/words/words';
import type { OptInForm } from './opt-in-form';

type Deps = Pick<CorePlatform, 'table' | 'clock' | 'ids' | 'log'>;

type FormOutcome =
  /** The phone is asked to confirm, if it may be: the answer does not tell. */
  | { outcome: 'done'; sender: string }
  | { outcome: 'invalid'; errors: FormError[] }
  | { outcome: 'later'; retryAfterSeconds: number };

const MAX_PHONE_CHARACTERS = 64;

/**
 * Takes a post of an opt-in form: makes the contact if need be, and asks the phone to confirm. Nothing in the answer
 * depends on what is known about the number.
 *
 * @param options.address IP address of the caller
 * @param options.wording words of consent in the language of the page
 *
 * **Source:** rules 3.5.
 */
export async function submitForm(
  deps: Deps,
  options: {
    found: PublicForm;
    fields: URLSearchParams;
    address: string;
    wording: string;
    pause?: Pause;
  },
): Promise<FormOutcome> {
  const { found, fields, address, pause = realPause } = options;
  const { form, account, group } = found;

  // 1. Count the post of the network.
  const limited = await countOfNetwork(deps, address);
  if (limited) return { outcome: 'later', ...limited };

  // 2. Find the number that asks, and the room for its text: the same for every number that can be posted.
  const bound = bindToAccount(deps, { accountId: account.id });
  const numbers = await listNumbers(bound.table, account.id);
  const ofGroup = await readGroupSender(bound.table, group);
  const sender = findSender({ group, account, numbers, sender: ofGroup });
  if (sender === undefined) return { outcome: 'later', retryAfterSeconds: FORM_RETRY_SECONDS };

  // 3. A robot is told nothing.
  const isRobot = (fields.get(FIELDS.robots) ?? '') !== '';
  if (isRobot) return afterPause(pause, async () => ({ outcome: 'done', sender }));

  // 4. Check the fields.
  const phone = readPhone(fields.get(FIELDS.phone) ?? '', { ...found, numbers });
  const errors: FormError[] = [
    ...(isOfVersion(fields.get(FIELDS.version), form) ? [] : (['changed'] as const)),
    ...('error' in phone ? [phone.error] : []),
    ...(isTicked(fields.get(FIELDS.consent)) ? [] : (['consent'] as const)),
  ];
  if ('error' in phone || errors.length > 0) return { outcome: 'invalid', errors };

  // 5. Count the post of the form, and look for a free text, also of the number's country.
  const isFull = await countRecent(deps, {
    key: formPostsKey(form.id),
    windowMs: FORM_POSTS_WINDOW_MS,
    most: FORM_POSTS,
  });
  if (isFull) return { outcome: 'later', ...isFull };
  const now = deps.clock.now();
  const limit = await findCountryLimit(bound, account, phone.number);
  const [counts, ofCountry] = await bound.table.batchGet([
    quotaKey(account.id, quotaDay(deps.clock)),
    ...(limit ? [limitKey(account.id, limit, now)] : []),
  ]);
  if (optInTextsLeft(account, counts).texts < 1 || (limit?.stops && leftOf(limit, ofCountry) < 1)) {
    return { outcome: 'later', retryAfterSeconds: secondsToNextDay(now) };
  }

  // 6. Ask the phone.
  return afterPause(pause, async () => {
    await ask(bound, { ...options, phone: phone.number });
    const asked = findSender({ group, account, numbers, sender: ofGroup, to: phone.number });
    return { outcome: 'done', sender: asked ?? sender };
  });
}

/** Waits for the outcome and for as long as the slowest usual one takes. */
async function afterPause(pause: Pause, act: () => Promise<FormOutcome>): Promise<FormOutcome> {
  const [outcome] = await Promise.all([act(), pause(FORM_ANSWERED_AFTER_MS)]);
  return outcome;
}

/** Enrols the phone with CONFIRM. A refusal changes nothing and is not told. */
async function ask(
  deps: Deps,
  { found, phone, wording }: { found: PublicForm; phone: E164; wording: string },
): Promise<void> {
  const { form, account, group } = found;
  const known = await findPhone(deps.table, { accountId: account.id, phone });
  // Only words from the phone itself lift an opt-out.
  if (known.isOptedOut) return;
  try {
    await enrolPhone(deps, {
      // The text says what the form says.
      account: { ...account, brand: form.brand, frequency: form.frequency },
      phone: known,
      groupId: group.id,
      optInMode: 'CONFIRM',
      actor: {
        type: 'contact',
        evidence: `form ${form.id} version ${form.version}`,
        form: { formId: form.id, formVersion: form.version, wording },
      },
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    deps.log.warn('A form enrolled no contact', { code: error.code });
  }
}

async function countOfNetwork(deps: Deps, address: string) {
  const network = createHmac('sha256', await getNetworkKey())
    .update(networkOf(address))
    .digest('base64url');
  return countRecent(deps, {
    key: formPostsKey(network),
    windowMs: NETWORK_POSTS_WINDOW_MS,
    most: FORM_POSTS_OF_NETWORK,
  });
}

/** Returns true for a post of the page as it is now. A client that names no version has read the current one. */
const isOfVersion = (version: string | null, form: OptInForm) =>
  version === null || version === String(form.version);

/** Returns true for the value of the box on the page, and for that of a box without one. */
const isTicked = (consent: string | null) => consent === TICKED || consent === 'on';

function readPhone(
  text: string,
  { form, account, numbers }: Pick<PublicForm, 'form' | 'account'> & { numbers: AccountNumber[] },
): { number: E164 } | { error: 'phone' | 'country' } {
  const { countries } = form;
  if (text.length > MAX_PHONE_CHARACTERS) return { error: 'phone' };
  const phone = readPhoneText(text, countries ?? homeCountries(account, numbers));
  if (typeof phone !== 'string') return { error: 'phone' };
  const own = numbers.map(({ number }) => number as SenderNumber);
  const isTaken =
    (countries === undefined || isOfCountry(phone, countries)) &&
    isOptInCountryEnabled(account, { to: phone, numbers: own });
  return isTaken ? { number: phone } : { error: 'country' };
}
