import { number, object } from 'valibot';

/** A `Charge` as an attribute. */
export const storedCharge = object({ sms: number(), mms: number() });
