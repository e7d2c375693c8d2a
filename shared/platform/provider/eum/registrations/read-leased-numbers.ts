import {
  paginateDescribePhoneNumbers,
  type PinpointSMSVoiceV2Client,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { Registration } from './read-registrations';

/** Number of the AWS account. */
export interface LeasedNumber {
  number: string;
  country: string;
  /** Such as `TEN_DLC` or `TOLL_FREE`. */
  type: string;
  status: string;
  registration?: string;
}

/** Reads the numbers of the AWS account, with the registrations that AWS names for them. */
export async function readLeasedNumbers(eum: PinpointSMSVoiceV2Client): Promise<LeasedNumber[]> {
  const numbers: LeasedNumber[] = [];
  for await (const page of paginateDescribePhoneNumbers({ client: eum }, {})) {
    for (const one of page.PhoneNumbers ?? []) {
      numbers.push({
        ...{ number: one.PhoneNumber ?? '', country: one.IsoCountryCode ?? '' },
        ...{ type: one.NumberType ?? '', status: one.Status ?? '' },
        ...(one.RegistrationId !== undefined && { registration: one.RegistrationId }),
      });
    }
  }
  return numbers;
}

/** Returns the US numbers that are in no registration: carriers deliver nothing from them. */
export function unregisteredOf(found: {
  registrations: readonly Pick<Registration, 'resources'>[];
  numbers: readonly LeasedNumber[];
}): LeasedNumber[] {
  const registered = new Set(
    found.registrations.flatMap(({ resources }) => resources.map(({ name }) => name)),
  );
  return found.numbers.filter(
    ({ number, country, registration }) =>
      country === 'US' && registration === undefined && !registered.has(number),
  );
}
