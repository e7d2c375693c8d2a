import {
  DescribeRegistrationVersionsCommand,
  type DescribeRegistrationsCommandInput,
  paginateDescribeRegistrationFieldValues,
  paginateDescribeRegistrations,
  paginateListRegistrationAssociations,
  type PinpointSMSVoiceV2Client,
  type RegistrationInformation,
  type RegistrationStatus,
  type RegistrationVersionInformation,
  ResourceNotFoundException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';

/** Registration of a brand, campaign, number or sender id at AWS, with what has become of it. */
export interface Registration {
  id: string;
  arn: string;
  type: string;
  status: RegistrationStatus | undefined;
  /** Time from which on it has this status. */
  since?: string;
  /** Newest version, whether it was submitted or not. */
  version: number;
  versionStatus?: RegistrationVersionInformation['RegistrationVersionStatus'];
  resources: RegisteredResource[];
  /** Newest denial, which a later version may have put right. */
  denial?: Denial;
}

/** Number, sender id or other registration that a registration is for; `id` is AWS's. */
export interface RegisteredResource {
  id: string;
  name: string;
  country?: string;
}

export interface Denial {
  version: number;
  reasons: DenialReason[];
  /** Words of the reviewer. */
  feedback?: string;
}

/** Reason of a denial in AWS's words. */
export interface DenialReason {
  reason: string;
  short?: string;
  long?: string;
  documentation?: string;
}

/** Reads registrations: all, those of a type, or those that are named. */
export async function readRegistrations(
  eum: PinpointSMSVoiceV2Client,
  wanted: Pick<DescribeRegistrationsCommandInput, 'RegistrationIds' | 'Filters'> = {},
): Promise<Registration[]> {
  const registrations: Registration[] = [];
  for await (const page of paginateDescribeRegistrations({ client: eum }, wanted)) {
    for (const one of page.Registrations ?? []) registrations.push(await readRegistration(eum, one));
  }
  return registrations;
}

/** Finds a registration by its id. @returns `undefined` when AWS has none */
export async function findRegistration(
  eum: PinpointSMSVoiceV2Client,
  id: string,
): Promise<Registration | undefined> {
  try {
    return (await readRegistrations(eum, { RegistrationIds: [id] }))[0];
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function readRegistration(
  eum: PinpointSMSVoiceV2Client,
  found: RegistrationInformation,
): Promise<Registration> {
  const { RegistrationId: id = '', RegistrationArn: arn = '', RegistrationType: type = '' } = found;
  const { CurrentVersionNumber: version = 1, LatestDeniedVersionNumber: denied } = found;
  const numbers = [...new Set([version, denied ?? version])];
  const { RegistrationVersions: versions = [] } = await eum.send(
    new DescribeRegistrationVersionsCommand({ RegistrationId: id, VersionNumbers: numbers }),
  );
  const current = versions.find(({ VersionNumber: number }) => number === version);
  const refused = versions.find(({ VersionNumber: number }) => number === denied);
  const since = latestOf(current);
  return {
    ...{ id, arn, type, status: found.RegistrationStatus, version },
    ...(since !== undefined && { since }),
    ...(current && { versionStatus: current.RegistrationVersionStatus }),
    resources: await readResources(eum, id),
    ...(denied !== undefined && { denial: { version: denied, ...denialOf(refused) } }),
  };
}

/** Returns the time of the last change of a version's status. */
export function latestOf(version: RegistrationVersionInformation | undefined): string | undefined {
  const times = Object.values(version?.RegistrationVersionStatusHistory ?? {}).filter(
    (time) => time instanceof Date,
  );
  const latest = Math.max(...times.map((time) => time.getTime()));
  return Number.isFinite(latest) ? new Date(latest).toISOString() : undefined;
}

async function readResources(eum: PinpointSMSVoiceV2Client, id: string): Promise<RegisteredResource[]> {
  const found: RegisteredResource[] = [];
  for await (const page of paginateListRegistrationAssociations({ client: eum }, { RegistrationId: id })) {
    for (const one of page.RegistrationAssociations ?? []) {
      const { PhoneNumber: number, ResourceId: resource = 'unnamed', IsoCountryCode: country } = one;
      found.push({ id: resource, name: number ?? resource, ...(country !== undefined && { country }) });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function denialOf(version: RegistrationVersionInformation | undefined): Omit<Denial, 'version'> {
  const { DeniedReasons: reasons = [], Feedback: feedback } = version ?? {};
  return {
    reasons: reasons.map((one) => ({
      reason: one.Reason ?? '',
      ...(one.ShortDescription && { short: one.ShortDescription }),
      ...(one.LongDescription && { long: one.LongDescription }),
      ...(one.DocumentationLink && { documentation: one.DocumentationLink }),
    })),
    ...(feedback && { feedback }),
  };
}

/** Field that AWS has marked in a denied version. */
export interface DeniedField {
  path: string;
  reason: string;
}

/** Reads the fields that AWS has marked in a version. */
export async function readDeniedFields(
  eum: PinpointSMSVoiceV2Client,
  { id, version }: { id: string; version: number },
): Promise<DeniedField[]> {
  const fields: DeniedField[] = [];
  const input = { RegistrationId: id, VersionNumber: version };
  for await (const page of paginateDescribeRegistrationFieldValues({ client: eum }, input)) {
    for (const {
      FieldPath: path = '',
      DeniedReason: reason,
      Feedback: feedback,
    } of page.RegistrationFieldValues ?? []) {
      const said = [reason, feedback].filter(Boolean).join(': ');
      if (said !== '') fields.push({ path, reason: said });
    }
  }
  return fields;
}
