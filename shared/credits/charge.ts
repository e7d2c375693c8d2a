/** Credits taken from or given back to the two balances of an account. **Source:** contract 8.4. */
export interface Charge {
  sms: number;
  mms: number;
}

export const NO_CHARGE: Charge = { sms: 0, mms: 0 };

/** What a single send costs: message and carrier lookup, and for an MMS one MMS credit besides. */
export function chargeForSingle(options: { isMms: boolean }): Charge {
  return { sms: 2, mms: options.isMms ? 1 : 0 };
}

export function isFree(charge: Charge): boolean {
  return charge.sms === 0 && charge.mms === 0;
}
