import {
  DescribeRegistrationVersionsCommand,
  paginateDescribeRegistrations,
  paginateListRegistrationAssociations,
  type PinpointSMSVoiceV2Client,
  type RegistrationInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../finding';

/** Checks which registrations the carriers have approved, what they are for, and the reasons for rejections. */
export async function checkRegistrations({ eum }: DeployedService): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const page of paginateDescribeRegistrations({ client: eum }, {})) {
    for (const registration of page.Registrations ?? []) {
      const finding = await checkRegistration(eum, registration);
      const whatFor = await readAssociations(eum, registration);
      findings.push({ ...finding, finding: `${finding.finding}${whatFor}` });
    }
  }
  return findings.length > 0 ? findings : [ok('registrations', 'The AWS account has none.')];
}

async function checkRegistration(
  eum: PinpointSMSVoiceV2Client,
  registration: RegistrationInformation,
): Promise<Finding> {
  const { RegistrationId: id = '', RegistrationType: type, RegistrationStatus: status } = registration;
  const check = `registration ${id}`;
  switch (status) {
    case 'COMPLETE':
      return ok(check, `${type} is complete.`);
    case 'REQUIRES_UPDATES':
      return problem(
        check,
        `${type} was rejected: ${await readRejection(eum, registration)}`,
        'Correct what it names in the console under Registrations, and submit it again.',
      );
    case 'REQUIRES_AUTHENTICATION':
      return problem(
        check,
        `${type} waits for the e-mail with which the brand is to be authenticated.`,
        'Answer that e-mail, or have it sent again in the console under Registrations.',
      );
    case 'CREATED':
      return warning(check, `${type} was not submitted.`, 'Submit it in the console, or delete it.');
    case 'CLOSED':
    case 'DELETED':
      return warning(check, `${type} is ${status}.`, 'Numbers that need it deliver nothing: register again.');
    default:
      return warning(
        check,
        `${type} is ${status}.`,
        'Wait; its numbers deliver nothing until it is COMPLETE.',
      );
  }
}

/** Returns a sentence with the numbers, sender ids and countries that a registration is for; empty without any. */
async function readAssociations(
  eum: PinpointSMSVoiceV2Client,
  { RegistrationId: id }: RegistrationInformation,
): Promise<string> {
  const found: string[] = [];
  for await (const page of paginateListRegistrationAssociations({ client: eum }, { RegistrationId: id })) {
    for (const one of page.RegistrationAssociations ?? []) {
      const { PhoneNumber: number, ResourceId: resource, IsoCountryCode: country } = one;
      const name = number ?? resource ?? 'unnamed';
      found.push(country === undefined ? name : `${name} (${country})`);
    }
  }
  return found.length === 0 ? '' : ` It is for ${found.sort().join(', ')}.`;
}

async function readRejection(
  eum: PinpointSMSVoiceV2Client,
  { RegistrationId: id, LatestDeniedVersionNumber: version }: RegistrationInformation,
): Promise<string> {
  if (version === undefined) return 'AWS names no reason.';
  const { RegistrationVersions: [denied] = [] } = await eum.send(
    new DescribeRegistrationVersionsCommand({ RegistrationId: id, VersionNumbers: [version] }),
  );
  const reasons = (denied?.DeniedReasons ?? []).map((one) =>
    [one.ShortDescription, one.LongDescription, one.DocumentationLink].filter(Boolean).join(' '),
  );
  const said = [...reasons, ...(denied?.Feedback ? [denied.Feedback] : [])];
  return said.length > 0 ? said.join(' ') : 'AWS names no reason.';
}
