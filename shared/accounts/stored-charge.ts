import { number, object } from 'valibot';

/** Schema of a `Charge` as an attribute. */
export const storedCharge = object({ sms: number(), mms: number() });
