import { choicesOf, type FieldValues } from '../check-field';

const PUBLIC_MAIL = /@(gmail|googlemail|yahoo|outlook|hotmail|live|msn|icloud|aol|gmx|proton(mail)?)\./i;
const CONTACT = /@|https?:\/\/|\b[a-z0-9-]+\.(com|org|net|us|edu|gov|io|co)\b|\+?\d[\d\s().-]{5,}\d/i;
const SHORTENER = /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly)\//i;

const WEBSITES = ['contactInfo.website', 'companyInfo.website'];
const BRANDS = ['contactInfo.dbaName', 'companyInfo.companyName'];

/**
 * Returns why reviewers may deny a value that the form takes; `undefined` without a doubt.
 *
 * @param options.brand name by which the account's texts go; absent: only those of the form
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Review criteria".
 */
export function doubtOn(
  path: string,
  { values, brand }: { values: FieldValues; brand: string | undefined },
): string | undefined {
  const text = choicesOf(values[path] ?? []).join(' ');
  if (path.endsWith('.supportEmail')) return doubtOnMail(text, textOf(WEBSITES, values));
  if (path === 'campaignInfo.helpMessage' && !CONTACT.test(text)) {
    return 'It names no e-mail address, phone number or page for support: `account set --help-text`.';
  }
  if (path === 'campaignInfo.optInMessage' && !/\bSTOP\b.*\bHELP\b|\bHELP\b.*\bSTOP\b/is.test(text)) {
    return 'It lacks HELP or STOP: `group set --confirmation-message`.';
  }
  if (path.startsWith('messageSamples.')) {
    const names = [brand ?? '', ...BRANDS.map((one) => textOf([one], values))].filter((name) => name !== '');
    return doubtOnSample(text, names);
  }
  return undefined;
}

function doubtOnMail(mail: string, website: string): string | undefined {
  if (PUBLIC_MAIL.test(mail))
    return "Reviewers deny addresses of public providers: give one of the business's domain.";
  const domain = mail.split('@').at(-1)?.toLowerCase() ?? '';
  const host =
    website
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split(/[/:?#]/)[0] ?? '';
  if (
    host === '' ||
    host === domain ||
    host.endsWith(`.${domain}`) ||
    domain.endsWith(`.${host.replace(/^www\./, '')}`)
  ) {
    return undefined;
  }
  return `Its domain is not that of the website, ${host}.`;
}

function doubtOnSample(sample: string, names: readonly string[]): string | undefined {
  if (SHORTENER.test(sample)) return 'It has a public link shortener, which carriers do not take.';
  const isNamed = names.some((name) => sample.toLowerCase().includes(name.toLowerCase()));
  return isNamed || names.length === 0 ? undefined : `It does not name ${names.join(' or ')}.`;
}

/** Returns the first of these fields that has a text; empty when none has. */
const textOf = (paths: readonly string[], values: FieldValues): string =>
  paths.map((path) => choicesOf(values[path] ?? []).join(' ')).find((text) => text !== '') ?? '';
