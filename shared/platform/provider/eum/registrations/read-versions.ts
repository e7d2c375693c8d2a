import {
  paginateDescribeRegistrationVersions,
  type PinpointSMSVoiceV2Client,
  type RegistrationVersionInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { type Denial, type DeniedField, denialOf, latestOf, readDeniedFields } from './read-registrations';

/** Version of a registration, with what AWS says of it. */
interface RegistrationVersion {
  version: number;
  status: RegistrationVersionInformation['RegistrationVersionStatus'];
  /** Time from which on it has this status. */
  since?: string;
  /** Reasons of a denied version, and the fields that AWS has marked in it. */
  denial?: Omit<Denial, 'version'> & { fields: DeniedField[] };
}

/** Reads all versions of a registration, the newest first. */
export async function readVersions(
  eum: PinpointSMSVoiceV2Client,
  id: string,
): Promise<RegistrationVersion[]> {
  const versions: RegistrationVersion[] = [];
  for await (const page of paginateDescribeRegistrationVersions({ client: eum }, { RegistrationId: id })) {
    for (const one of page.RegistrationVersions ?? []) versions.push(await readVersion(eum, id, one));
  }
  return versions.sort((one, other) => other.version - one.version);
}

async function readVersion(
  eum: PinpointSMSVoiceV2Client,
  id: string,
  found: RegistrationVersionInformation,
): Promise<RegistrationVersion> {
  const { VersionNumber: version = 1, RegistrationVersionStatus: status } = found;
  const since = latestOf(found);
  const isDenied = status === 'DENIED' || (found.DeniedReasons ?? []).length > 0;
  return {
    ...{ version, status },
    ...(since !== undefined && { since }),
    ...(isDenied && {
      denial: { ...denialOf(found), fields: await readDeniedFields(eum, { id, version }) },
    }),
  };
}
