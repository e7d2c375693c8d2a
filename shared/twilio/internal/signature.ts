import { createHmac } from 'node:crypto';

/**
 * Signs a form post by Twilio's algorithm: the URL, followed by the name and value of each parameter in the order of the
 * names, with HMAC-SHA1 under the auth token, in base64.
 *
 * **Source:** Twilio, "Webhooks Security", "Validating Signatures from Twilio".
 */
export function twilioSignature(options: {
  url: string;
  parameters: Readonly<Record<string, string>>;
  authToken: string;
}): string {
  const { url, parameters, authToken } = options;
  const sorted = Object.keys(parameters).sort();
  const signed = sorted.reduce((text, name) => text + name + parameters[name], url);
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}
