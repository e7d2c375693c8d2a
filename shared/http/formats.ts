import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * The formats that schemas may name, beside ajv's own keywords. Built into the generated validators.
 *
 * - `email`: RFC 5322 addr-spec, as far as ajv-formats reads it
 * - `date`: a real day, `YYYY-MM-DD`
 * - `http-url`: absolute, http or https, with a host
 * - `text`: well-formed Unicode without NUL; anything else could not be stored as it was sent
 */
export const formats = {
  email: fullFormats.email,
  date: fullFormats.date,
  'http-url': isHttpUrl,
  text: isText,
};

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value) || !isText(value)) return false;
  try {
    return new URL(value).hostname !== '';
  } catch {
    return false;
  }
}

function isText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}
