import { isIP } from 'node:net';
import { readDay } from '../../calendar/calendar-day';
import { parseCountry } from '../../countries/country-code';
import { isStorableText } from '../../text/storable-text';

/**
 * Formats that schemas may name, in addition to ajv's own keywords. The generated validators import them.
 *
 * - `email`: RFC 5322 addr-spec without its obsolete forms: the domain may be a single label or an address literal
 * - `date`: a real day, `YYYY-MM-DD`
 * - `country`: ISO 3166-1 alpha-2, in upper or lower case, or empty
 * - `http-url`: absolute, http or https, with a host
 * - `link-target`: the same without a user name or password, which every visitor of the link would see
 * - `media-type`: RFC 9110, without quoted parameters
 * - `text`: text that can be stored and returned unchanged
 */
export const formats = {
  email: isEmail,
  date: (value: string) => readDay(value) !== undefined,
  country: (value: string) => value === '' || parseCountry(value) !== undefined,
  'http-url': isHttpUrl,
  'link-target': isLinkTarget,
  'media-type': (value: string) => MEDIA_TYPE.test(value),
  text: isStorableText,
};

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:; ?${TOKEN}=${TOKEN})*$`);

const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LOCAL_PART = new RegExp(`^(?:${ATEXT}(?:\\.${ATEXT})*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")$`);
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1 || !LOCAL_PART.test(value.slice(0, at))) return false;
  const domain = value.slice(at + 1);
  const literal = /^\[(?:IPv6:)?([0-9A-Fa-f.:]+)\]$/.exec(domain)?.[1];
  return literal === undefined ? DOMAIN.test(domain) : isIP(literal) !== 0;
}

function isLinkTarget(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value) || !isStorableText(value)) return false;
  try {
    return new URL(value).hostname !== '';
  } catch {
    return false;
  }
}
