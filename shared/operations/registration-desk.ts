import { ServiceError } from '../errors/service-error';
import { requireOpenAccount } from './open-account';
import { listForms } from '../opt-in-forms/find-form';
import type { OptInForm } from '../opt-in-forms/opt-in-form';
import type { RegistrationFacts } from '../platform/provider/eum/registrations/draft-registration';
import {
  type FieldDefinition,
  readDefinitions,
} from '../platform/provider/eum/registrations/field-definitions';
import type { RegistrationType } from '../platform/provider/eum/registrations/registration-types';
import { lookAtRegistrations } from '../platform/provider/eum/registrations/look-at-registrations';
import {
  type LeasedNumber,
  readLeasedNumbers,
  unregisteredOf,
} from '../platform/provider/eum/registrations/read-leased-numbers';
import {
  type DenialReason,
  type DeniedField,
  findRegistration,
  readRegistrations,
  type Registration,
} from '../platform/provider/eum/registrations/read-registrations';
import { readVersions } from '../platform/provider/eum/registrations/read-versions';
import { statusWords, versionWords } from '../platform/provider/eum/registrations/registration-words';
import type { Table } from '../platform/store/table';
import { needsForm, readFactsForDraft } from './draft-of-account';
import { readRegistrationFacts } from './internal/read-registration-facts';

/** Registration as the console lists it. */
type ListedRegistration = Omit<Registration, 'arn' | 'denial' | 'versionStatus'> &
  ReturnType<typeof statusWords>;

/**
 * Reads the registrations and numbers of the AWS account.
 *
 * @throws ServiceError AwsNotReadable
 */
export const readDesk = (): Promise<{
  results: ListedRegistration[];
  numbers: Array<LeasedNumber & { isUnregistered: boolean }>;
}> =>
  lookAtRegistrations(async (eum) => {
    const registrations = await readRegistrations(eum);
    const numbers = await readLeasedNumbers(eum);
    const unregistered = new Set(unregisteredOf({ registrations, numbers }).map(({ number }) => number));
    return {
      results: registrations.map(list),
      numbers: numbers.map((one) => ({ ...one, isUnregistered: unregistered.has(one.number) })),
    };
  });

function list(registration: Registration): ListedRegistration {
  const { arn: _arn, denial: _denial, versionStatus: _status, ...listed } = registration;
  return { ...listed, ...statusWords(registration) };
}

interface ShownVersion {
  version: number;
  words: string;
  since?: string;
  denial?: {
    reasons: DenialReason[];
    feedback?: string;
    fields: Array<DeniedField & { title: string }>;
  };
}

/** Form of an id of AWS; **Source:** End User Messaging API, `DescribeRegistrations`. */
const REGISTRATION_ID = /^[A-Za-z0-9_-]{5,64}$/;

/**
 * Reads a registration with all versions, the newest first.
 *
 * @throws ServiceError NoSuchResource, AwsNotReadable
 */
export async function readRegistrationWithVersions(
  id: string,
): Promise<ListedRegistration & { versions: ShownVersion[] }> {
  const found = REGISTRATION_ID.test(id)
    ? await lookAtRegistrations(async (eum) => {
        const registration = await findRegistration(eum, id);
        if (!registration) return undefined;
        const versions = await readVersions(eum, id);
        const hasMarks = versions.some(({ denial }) => (denial?.fields ?? []).length > 0);
        const definitions = hasMarks ? await readDefinitions(eum, registration.type) : [];
        return { registration, versions, definitions };
      })
    : undefined;
  if (!found) throw new ServiceError('NoSuchResource', { cause: 'registration' });
  const titles = new Map(found.definitions.map(({ path, title }) => [path, title]));
  return {
    ...list(found.registration),
    versions: found.versions.map(({ version, status, since, denial }) => ({
      ...{ version, words: versionWords(status) },
      ...(since !== undefined && { since }),
      ...(denial && {
        denial: {
          ...denial,
          fields: denial.fields.map((one) => ({ ...one, title: titles.get(one.path) ?? one.path })),
        },
      }),
    })),
  };
}

/** Parts of a draft: the fields that AWS asks for now, and what the account has of them. */
interface DraftParts {
  definitions: FieldDefinition[];
  facts: RegistrationFacts;
  /** Form that the facts are of; absent: the account has none or several, or a brand is drafted. */
  form?: string;
  /** Forms of the account, of a registration that needs one. */
  forms: Array<Pick<OptInForm, 'id' | 'brand'>>;
}

/**
 * Reads what a draft of a registration is made of.
 *
 * @param wanted.formId absent: the only form of the account; of several none
 * @throws ServiceError NoSuchResource, InvalidState for a closed account, AwsNotReadable
 */
export async function readDraftParts(
  table: Table,
  wanted: { accountId: string; type: RegistrationType; formId: string | undefined; baseUrl: string },
): Promise<DraftParts> {
  const { accountId, type, formId, baseUrl } = wanted;
  const account = await requireOpenAccount(table, accountId);
  const found = await readFactsForDraft(table, { account, type, formId, baseUrl });
  if (found.outcome === 'notPublic' && formId !== undefined) {
    throw new ServiceError('NoSuchResource', { cause: 'form' });
  }
  const forms = needsForm(type) ? await listForms(table, accountId) : [];
  return {
    definitions: await lookAtRegistrations((eum) => readDefinitions(eum, type)),
    facts:
      found.outcome === 'read'
        ? found.facts
        : await readRegistrationFacts(table, { account, found: undefined, baseUrl }),
    ...(found.outcome === 'read' && found.formId !== undefined && { form: found.formId }),
    forms: forms.map(({ id, brand }) => ({ id, brand })),
  };
}
