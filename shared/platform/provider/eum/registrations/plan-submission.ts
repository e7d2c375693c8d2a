import {
  ListTagsForResourceCommand,
  paginateDescribePhoneNumbers,
  type PinpointSMSVoiceV2Client,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { type DraftField, draftRegistration, isComplete } from './draft-registration';
import type { FieldValues } from './check-field';
import { type FieldDefinition, readDefinitions } from './field-definitions';
import type { RegistrationType } from './registration-types';
import { findRegistration, readRegistrations, type Registration } from './read-registrations';
import { statusWords } from './registration-words';

/** Tag of the registrations that this service makes: the draft that they are from. */
export const DRAFT_TAG = 'messaging-draft';

/** Draft as it is submitted. */
export interface Draft {
  type: RegistrationType;
  /** Identity of the draft, by which its registration is found again. */
  key: string;
  fields: FieldValues;
}

/** Steps of a submission that are still to be made. */
export interface SubmissionPlan {
  kind: 'ready';
  draft: Draft;
  definitions: FieldDefinition[];
  /** Absent: it has to be created. */
  registration?: Registration;
  /** True: the newest version cannot be edited, and another one is needed. */
  needsVersion: boolean;
  /** Resource that AWS wants associated before a submission, and is not yet. */
  associate?: { id: string; name: string };
  /** Registrations of this type that were ended; a new one needs a client token of its own. */
  ended: string[];
  /** Registrations of this type that are not from this draft. */
  others: string[];
}

/** Submission that cannot be made, or has nothing left to do. */
interface NoPlan {
  kind: 'refused' | 'nothing';
  why: string;
  /** Fields that AWS does not take. */
  fields?: DraftField[];
  registration?: Registration;
}

interface Wanted {
  draft: Draft;
  /** Registration to go on with; absent: the one of this draft, or a new one. */
  registrationId?: string | undefined;
  /** Registration of the brand of a campaign, or number of a toll-free verification; absent: the only one. */
  about?: string | undefined;
  faultOfFile: (file: string) => string | undefined;
}

/** Reads what AWS has of a draft, and plans what is left to do. Changes nothing. */
export async function planSubmission(
  eum: PinpointSMSVoiceV2Client,
  wanted: Wanted,
): Promise<SubmissionPlan | NoPlan> {
  // 1. What has to be associated before, such as the number.
  const about = await findAssociated(eum, wanted);
  if ('why' in about) return about;

  // 2. The registration, as far as it is made.
  const registrationId = wanted.registrationId ?? about.takenBy;
  const found = await findOfDraft(eum, { ...wanted, registrationId });
  if ('why' in found) return found;
  const { registration } = found;
  const cannot = registration && reasonAgainst(registration, wanted.draft);
  if (cannot) return cannot;

  // 3. The values: AWS may have changed the form since the draft.
  const definitions = await readDefinitions(eum, wanted.draft.type);
  const wrong = faultsOfDraft(definitions, wanted);
  if (wrong) return wrong;
  const isAssociated = registration?.resources.some(({ id }) => id === about.associate?.id);
  return {
    ...{ kind: 'ready', draft: wanted.draft, definitions, ...found },
    needsVersion: registration?.versionStatus !== undefined && registration.versionStatus !== 'DRAFT',
    ...(about.associate && !isAssociated && { associate: about.associate }),
  };
}

function faultsOfDraft(
  definitions: FieldDefinition[],
  { draft: { type, fields: values }, faultOfFile }: Wanted,
): NoPlan | undefined {
  const unknown = Object.keys(values).filter((path) => definitions.every((one) => one.path !== path));
  if (unknown.length > 0) {
    return refuse(`AWS has no such fields in ${type}: ${unknown.join(', ')}. ${REFRESH}`);
  }
  const fields = draftRegistration({ type, definitions, values, faultOfFile });
  return isComplete(fields) ? undefined : { ...refuse(INCOMPLETE), fields };
}

const INCOMPLETE =
  'AWS would not take the draft: give what is missing or invalid, and draft it anew. When `registration draft` finds nothing, AWS has changed the form: `registration definitions --refresh`.';
const REFRESH = 'Draft it anew, after `registration definitions --refresh`.';
const refuse = (why: string): NoPlan => ({ kind: 'refused', why });

/** Returns why nothing can be handed in with a registration, or need not be. */
function reasonAgainst(registration: Registration, draft: Draft): NoPlan | undefined {
  const { id, type, status } = registration;
  if (type !== draft.type) return refuse(`${id} is a ${type}, the draft a ${draft.type}.`);
  switch (status) {
    case 'CREATED':
    case 'REQUIRES_UPDATES':
      return undefined;
    case 'CLOSED':
    case 'DELETED':
      return refuse(`${id} ${statusWords(registration).words}: leave --registration out to make another.`);
    default:
      return {
        kind: 'nothing',
        registration,
        why: `${id} ${statusWords(registration).words}: nothing is sent.`,
      };
  }
}

interface Found {
  registration?: Registration;
  ended: string[];
  others: string[];
}

async function findOfDraft(
  eum: PinpointSMSVoiceV2Client,
  { draft, registrationId }: Wanted,
): Promise<Found | NoPlan> {
  if (registrationId !== undefined) {
    const registration = await findRegistration(eum, registrationId);
    if (!registration) return refuse(`AWS has no registration ${registrationId}.`);
    return { registration, ended: [], others: [] };
  }
  const found: Found = { ended: [], others: [] };
  for (const registration of await readRegistrations(eum, ofType(draft.type))) {
    const { id, arn, status } = registration;
    const { Tags: tags = [] } = await eum.send(new ListTagsForResourceCommand({ ResourceArn: arn }));
    const isOurs = tags.some(({ Key: key, Value: value }) => key === DRAFT_TAG && value === draft.key);
    if (status === 'CLOSED' || status === 'DELETED') found.ended.push(id);
    else if (isOurs) found.registration ??= registration;
    else found.others.push(id);
  }
  found.ended.sort();
  return found;
}

const ofType = (type: RegistrationType) => ({
  Filters: [{ Name: 'registration-type' as const, Values: [type] }],
});

interface Associated {
  associate?: { id: string; name: string };
  /** Registration that AWS has made for the number already. */
  takenBy?: string;
}

/** Finds what AWS wants associated before a submission. */
async function findAssociated(eum: PinpointSMSVoiceV2Client, wanted: Wanted): Promise<Associated | NoPlan> {
  switch (wanted.draft.type) {
    case 'US_TEN_DLC_BRAND_REGISTRATION':
      return {};
    case 'US_TEN_DLC_CAMPAIGN_REGISTRATION':
      return findBrand(eum, wanted.about);
    case 'US_TOLL_FREE_REGISTRATION':
      return findNumber(eum, wanted.about);
  }
}

async function findBrand(
  eum: PinpointSMSVoiceV2Client,
  about: string | undefined,
): Promise<Associated | NoPlan> {
  const brands = await readRegistrations(eum, ofType('US_TEN_DLC_BRAND_REGISTRATION'));
  const complete = brands.filter(({ status }) => status === 'COMPLETE').map(({ id }) => id);
  const id = about ?? (complete.length === 1 ? complete[0] : undefined);
  if (id !== undefined && complete.includes(id)) return { associate: { id, name: `the brand ${id}` } };
  if (about !== undefined) return refuse(`AWS has no complete registration of a brand ${about}.`);
  return complete.length > 1
    ? refuse(`Name the brand of the campaign with --for, one of ${complete.join(', ')}.`)
    : refuse(
        'A campaign needs a brand whose registration is complete, and AWS has none: register the brand first.',
      );
}

async function findNumber(
  eum: PinpointSMSVoiceV2Client,
  about: string | undefined,
): Promise<Associated | NoPlan> {
  const numbers: Array<{ id: string; name: string; takenBy: string | undefined }> = [];
  for await (const page of paginateDescribePhoneNumbers({ client: eum }, {})) {
    for (const one of page.PhoneNumbers ?? []) {
      const {
        NumberType: type,
        PhoneNumberId: id = '',
        PhoneNumber: name = '',
        RegistrationId: takenBy,
      } = one;
      if (type === 'TOLL_FREE') numbers.push({ id, name, takenBy });
    }
  }
  const named = about === undefined ? numbers : numbers.filter(({ id, name }) => [id, name].includes(about));
  const [number] = named;
  if (number !== undefined && named.length === 1) {
    const { takenBy, ...associate } = number;
    return { associate, ...(takenBy !== undefined && { takenBy }) };
  }
  if (about !== undefined) return refuse(`AWS has no toll-free number ${about}.`);
  return numbers.length > 1
    ? refuse(`Name the number with --for, one of ${numbers.map(({ name }) => name).join(', ')}.`)
    : refuse('AWS wants the toll-free number before its registration, and has none: request it first.');
}
