/** Authentication methods, by the kind of factor that they prove: something that a user knows, has, or is. */
const METHODS_OF_FACTORS = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'hwk', 'swk', 'pop', 'sc', 'sms', 'tel'],
  ['face', 'fpt', 'iris', 'retina', 'vbm'],
] as const;

/**
 * Returns true when an issuer reports that a user has signed in with more than one factor: by `mfa`, or by methods of
 * two kinds.
 *
 * @param amr the claim of the ID token, as the issuer sent it
 *
 * **Source:** RFC 8176, section 2; rules E6.
 */
export function hasSecondFactor(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false;
  const proven = METHODS_OF_FACTORS.filter((methods) => methods.some((method) => amr.includes(method)));
  return amr.includes('mfa') || proven.length > 1;
}
