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

export function addCharges(first: Charge | undefined, second: Charge): Charge {
  return { sms: (first?.sms ?? 0) + second.sms, mms: (first?.mms ?? 0) + second.mms };
}

/** What is left to take when `paid` was taken already; never less than nothing. */
export function chargeBeyond(paid: Charge | undefined, charge: Charge): Charge {
  return {
    sms: Math.max(0, charge.sms - (paid?.sms ?? 0)),
    mms: Math.max(0, charge.mms - (paid?.mms ?? 0)),
  };
}
