import { paginateDescribeSenderIds, type SenderIdInformation } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { accountsOf, byName } from './check-pools';
import type { DeployedService, UsedIdentity } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

/**
 * Countries of this service's customers where no carrier takes a sender id.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Supported countries and regions for SMS messaging".
 */
const WITHOUT_SENDER_IDS: readonly string[] = ['US', 'CA'];

/** Checks each sender id that a sender has: whether it is registered in the countries in which it is used. */
export async function checkSenderIds(service: DeployedService): Promise<Finding[]> {
  const { senderIds, eum } = service;
  if (senderIds.length === 0) return [];
  const known: SenderIdInformation[] = [];
  for await (const page of paginateDescribeSenderIds({ client: eum }, {}))
    known.push(...(page.SenderIds ?? []));
  return [...byName(senderIds)].flatMap(([name, users]) =>
    checkSenderId(name, { users, found: known.filter(({ SenderId: id }) => id === name) }),
  );
}

function checkSenderId(
  name: string,
  { users, found }: { users: UsedIdentity[]; found: SenderIdInformation[] },
): Finding[] {
  const check = `sender id ${name}`;
  const countriesOf = (some: SenderIdInformation[]) =>
    some.map(({ IsoCountryCode: country = '' }) => country).sort();
  const isEverywhere = users.some(({ countries }) => countries === undefined);
  const wanted = [...new Set(users.flatMap(({ countries = [] }) => countries))].sort();
  const used = found.filter(({ IsoCountryCode: country = '' }) => isEverywhere || wanted.includes(country));
  const open = countriesOf(used.filter((one) => one.RegistrationId !== undefined && !one.Registered));
  const lacking = wanted.filter((country) => !countriesOf(found).includes(country));
  const impossible = lacking.filter((country) => WITHOUT_SENDER_IDS.includes(country));
  const unknown = lacking.filter((country) => !WITHOUT_SENDER_IDS.includes(country));
  const findings = [
    ...(open.length > 0
      ? [
          problem(
            check,
            `Its registration in ${open.join(', ')} is not complete: texts there are refused.`,
            'See the registration in the console of AWS, under Registrations.',
          ),
        ]
      : []),
    ...(impossible.length > 0 || (isEverywhere && found.length === 0)
      ? [
          problem(
            check,
            `${accountsOf(users)} uses it ${impossible.length > 0 ? `in ${impossible.join(', ')}` : 'everywhere'}; carriers in US, CA take no sender id.`,
            `Limit it to the countries that it is for: --member id:${name}=DE,GB.`,
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          warning(
            check,
            `AWS does not have it for ${unknown.join(', ')}: it works only where none has to be requested.`,
            `aws pinpoint-sms-voice-v2 request-sender-id --sender-id ${name} --iso-country-code ${unknown[0]}`,
          ),
        ]
      : []),
  ];
  if (findings.length > 0) return findings;
  const where = countriesOf(used).join(', ');
  return [ok(check, where === '' ? 'Nothing is known against it.' : `AWS has it for ${where}.`)];
}
