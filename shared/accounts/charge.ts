/** Credits charged to or refunded to the two balances of an account. **Source:** rules 8.4. */
export interface Charge {
  sms: number;
  mms: number;
}

export const NO_CHARGE: Charge = { sms: 0, mms: 0 };

/** Returns the price of a single send: message and carrier lookup, and for an MMS also one MMS credit. */
export function chargeForSingle(options: { isMms: boolean }): Charge {
  return { sms: 2, mms: options.isMms ? 1 : 0 };
}

/** Price of a job: for each recipient, and once. **Source:** rules 8.4. */
interface JobCharge {
  perRecipient: Charge;
  base: Charge;
}

export function chargeForJob(kind: 'broadcast' | 'batch', options: { isMms: boolean }): JobCharge {
  if (!options.isMms) return { perRecipient: { sms: 2, mms: 0 }, base: NO_CHARGE };
  return kind === 'broadcast'
    ? { perRecipient: { sms: 1, mms: 0 }, base: { sms: 1, mms: 0 } }
    : { perRecipient: { sms: 1, mms: 1 }, base: NO_CHARGE };
}

/** Returns the charge for all recipients; zero for a job without recipients. */
export function totalCharge(charge: JobCharge, recipients: number): Charge {
  if (recipients === 0) return NO_CHARGE;
  return {
    sms: charge.base.sms + recipients * charge.perRecipient.sms,
    mms: charge.base.mms + recipients * charge.perRecipient.mms,
  };
}

export function isFree(charge: Charge): boolean {
  return charge.sms === 0 && charge.mms === 0;
}

export function addCharges(first: Charge | undefined, second: Charge): Charge {
  return { sms: (first?.sms ?? 0) + second.sms, mms: (first?.mms ?? 0) + second.mms };
}

/** Returns the charge less what was paid already; never below zero. */
export function chargeBeyond(paid: Charge | undefined, charge: Charge): Charge {
  return {
    sms: Math.max(0, charge.sms - (paid?.sms ?? 0)),
    mms: Math.max(0, charge.mms - (paid?.mms ?? 0)),
  };
}

export const addUp = (charges: Charge[]): Charge =>
  charges.reduce((sum, one) => addCharges(sum, one), NO_CHARGE);
