import type {
  RegistrationAssociationMetadata,
  RegistrationFieldValueInformation,
  RegistrationInformation,
  RegistrationVersionInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { smsVoiceArn } from './aws-state';

type Version = RegistrationVersionInformation & { values: RegistrationFieldValueInformation[] };

/** Registration that was made at the simulator. */
export interface MadeRegistration {
  info: RegistrationInformation;
  tags: Array<{ Key: string; Value: string }>;
  associations: RegistrationAssociationMetadata[];
  versions: Version[];
}

/** Statuses to which a reviewer can bring a registration, with those of its newest version. */
const DECISIONS = {
  AWS_REVIEWING: 'AWS_REVIEWING',
  REVIEWING: 'REVIEWING',
  REQUIRES_AUTHENTICATION: 'REQUIRES_AUTHENTICATION',
  REQUIRES_UPDATES: 'DENIED',
  COMPLETE: 'APPROVED',
} as const;
type DecidedStatus = keyof typeof DECISIONS;

export const DECIDED_STATUSES = Object.keys(DECISIONS) as DecidedStatus[];

const TIMES = {
  AWS_REVIEWING: 'AwsReviewingTimestamp',
  REVIEWING: 'ReviewingTimestamp',
  REQUIRES_AUTHENTICATION: 'RequiresAuthenticationTimestamp',
  REQUIRES_UPDATES: 'DeniedTimestamp',
  COMPLETE: 'ApprovedTimestamp',
} as const;

/** Decision of a reviewer on a registration. */
export interface Decision {
  registration: string;
  status: DecidedStatus;
  /** Names of the reasons of a denial. */
  reasons?: readonly string[];
  /** Reasons of single fields, by path. */
  fields?: Readonly<Record<string, string>>;
}

/** Registrations and attachments of the AWS account that the local service seems to run in. In memory only. */
export class LocalRegistrations {
  readonly made: MadeRegistration[] = [];
  readonly attachments = new Map<string, Date>();
  private readonly byToken = new Map<string, MadeRegistration>();

  find = (id: unknown): MadeRegistration | undefined =>
    this.made.find(({ info }) => info.RegistrationId === id || info.RegistrationArn === id);

  /** Makes a registration with an empty draft; the same one for a client token that was used. */
  create(options: {
    type: string;
    tags: MadeRegistration['tags'];
    token: string | undefined;
  }): MadeRegistration {
    const before = options.token === undefined ? undefined : this.byToken.get(options.token);
    if (before) return before;
    const id = `registration-made-${this.made.length + 1}`;
    const registration: MadeRegistration = {
      info: {
        ...{ RegistrationArn: smsVoiceArn(`registration/${id}`), RegistrationId: id },
        ...{ RegistrationType: options.type, RegistrationStatus: 'CREATED', CurrentVersionNumber: 1 },
        CreatedTimestamp: new Date(),
      },
      tags: options.tags,
      associations: [],
      versions: [draftVersion(1)],
    };
    this.made.push(registration);
    if (options.token !== undefined) this.byToken.set(options.token, registration);
    return registration;
  }

  /** Adds an empty version, as AWS does: it takes over no values. */
  addVersion(registration: MadeRegistration): Version {
    const version = draftVersion(registration.versions.length + 1);
    registration.versions.push(version);
    registration.info.CurrentVersionNumber = version.VersionNumber;
    return version;
  }

  submit({ info, versions }: MadeRegistration): Version | undefined {
    const version = versions.at(-1);
    if (!version) return undefined;
    version.RegistrationVersionStatus = 'SUBMITTED';
    version.RegistrationVersionStatusHistory = { ...historyOf(version), SubmittedTimestamp: new Date() };
    info.RegistrationStatus = 'SUBMITTED';
    return version;
  }

  /** @returns false for a registration that there is not */
  decide({ registration: id, status, reasons = [], fields = {} }: Decision): boolean {
    const registration = this.find(id);
    const version = registration?.versions.at(-1);
    if (!registration || !version) return false;
    const { info } = registration;
    info.RegistrationStatus = status;
    version.RegistrationVersionStatus = DECISIONS[status];
    version.RegistrationVersionStatusHistory = { ...historyOf(version), [TIMES[status]]: new Date() };
    if (status === 'COMPLETE') info.ApprovedVersionNumber = version.VersionNumber;
    if (status === 'REQUIRES_UPDATES') {
      info.LatestDeniedVersionNumber = version.VersionNumber;
      version.DeniedReasons = reasons.map((reason) => ({
        ...{ Reason: reason, ShortDescription: `Denied for ${reason}.` },
      }));
      version.values = version.values.map((value) => {
        const reason = fields[value.FieldPath ?? ''];
        return reason === undefined ? value : { ...value, DeniedReason: reason };
      });
    }
    return true;
  }

  clear(): void {
    this.made.splice(0);
    this.attachments.clear();
    this.byToken.clear();
  }
}

const draftVersion = (number: number): Version => ({
  VersionNumber: number,
  RegistrationVersionStatus: 'DRAFT',
  RegistrationVersionStatusHistory: { DraftTimestamp: new Date() },
  values: [],
});

const historyOf = ({ RegistrationVersionStatusHistory: history }: Version) =>
  history ?? { DraftTimestamp: new Date() };
