import type { Account } from '../../accounts/account';
import type { Group } from '../../audience/groups/group';
import { groupText } from '../../audience/groups/group-texts';
import { helpText, optOutText } from '../../inbound/keyword-answers';
import type { AccountNumber } from '../../senders/number';
import type { Sender } from '../../senders/sender';
import { donePage, formPage } from '../form-pages';
import { findSender } from './find-sender';
import { escapeHtml } from './html';
import { type Language, LANGUAGES, wordsOf } from './languages';
import type { OptInForm } from '../opt-in-form';

/**
 * Builds the page that an operator hands in when a number is registered: the form as people see it, the texts that
 * follow, and the answers to STOP and HELP.
 *
 * **Source:** rules 3.5; AWS End User Messaging, "Opt-in requirements checklist".
 */
export function evidencePage(options: {
  form: OptInForm;
  account: Account;
  group: Group;
  /** All numbers of the account. */
  numbers: AccountNumber[];
  /** Sender of the group, if it has one. */
  sender?: Sender | undefined;
  /** Address of the public page. */
  url: string;
  at: Date;
}): string {
  const { form, account, group, url, at } = options;
  const asked = { ...account, brand: form.brand, frequency: form.frequency };
  const sender = findSender(options);
  const confirmation = groupText(group, { account: asked, purpose: 'optInConfirmation' }) ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Opt-in of ${escapeHtml(form.brand)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Opt-in of ${escapeHtml(form.brand)}</h1>
<p>Public page: <a href="${escapeHtml(url)}">${escapeHtml(url)}</a>, version ${form.version} of ${form.updatedAt}. Written on ${at.toISOString()}.</p>
<h2>1. How people opt in</h2>
<ol>
<li>A person opens the page, enters a mobile phone number, ticks the box, which is not ticked before, and signs up.</li>
<li>The service asks the phone with the text of section 4. No other text is sent before the phone replies YES.</li>
<li>The reply YES puts the phone into the group "${escapeHtml(group.name)}". Form, version, words of consent and time are kept.</li>
<li>The reply STOP ends all texts at once. Only the phone itself can lift it, by texting START.</li>
</ol>
<h2>2. The page</h2>
${LANGUAGES.map((language) => shownPage(language, formPage(form, { language }))).join('\n')}
<h2>3. The page after signing up</h2>
${shownPage('en', donePage(form, { language: 'en', sender: sender ?? 'the number of the account' }))}
<h2>4. The texts that follow</h2>
<p>From ${escapeHtml(sender ?? 'a number that the account does not have yet')}.</p>
<dl>
${textRow('To confirm', confirmation)}
${textRow('Answer to STOP', optOutText(asked))}
${textRow('Answer to HELP', helpText(asked))}
</dl>
${account.keywordReplies === 'off' ? '<p>The provider of the number answers STOP and HELP, with texts that are set there.</p>\n' : ''}<h2>5. Terms and privacy</h2>
<ul>
<li><a href="${escapeHtml(form.termsUrl)}">${escapeHtml(form.termsUrl)}</a></li>
<li><a href="${escapeHtml(form.privacyUrl)}">${escapeHtml(form.privacyUrl)}</a></li>
</ul>
</body>
</html>
`;
}

const textRow = (name: string, text: string) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`;

/** Shows a page exactly as it is served, in a frame that sends nothing. */
const shownPage = (language: Language, page: string) =>
  `<h3>${wordsOf(language).language}</h3>
<iframe title="${wordsOf(language).language}" sandbox srcdoc="${escapeHtml(page)}"></iframe>`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #16191f; }
iframe { width: 100%; height: 52rem; border: 1px solid #6b7280; }
dt { font-weight: 600; }
dd { margin: 0 0 1rem; white-space: pre-wrap; }`;
