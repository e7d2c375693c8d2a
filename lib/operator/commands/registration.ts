import { adviceOn } from '../../../shared/platform/provider/eum/registrations/denial-reasons';
import {
  type FieldDefinition,
  readDefinitions,
} from '../../../shared/platform/provider/eum/registrations/field-definitions';
import {
  REGISTRATION_TYPES,
  type RegistrationType,
} from '../../../shared/platform/provider/eum/registrations/registration-types';
import {
  type LeasedNumber,
  readLeasedNumbers,
  unregisteredOf,
} from '../../../shared/platform/provider/eum/registrations/read-leased-numbers';
import {
  type DenialReason,
  type DeniedField,
  findRegistration,
  readDeniedFields,
  readRegistrations,
  type Registration,
} from '../../../shared/platform/provider/eum/registrations/read-registrations';
import {
  resourceWords,
  statusWords,
} from '../../../shared/platform/provider/eum/registrations/registration-words';
import {
  type DefinitionsByType,
  SAVED_DEFINITIONS,
} from '../../../shared/platform/provider/eum/registrations/saved-definitions';
import { withRegistrations } from '../../../shared/platform/provider/eum/registrations/with-registrations';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import type { Cell, Report } from '../report';
import { requireEum } from '../require-eum';
import { addVerb } from '../verb';
import { writeWhole } from '../write-whole';
import { addDraftVerbs } from './registration-draft';
import { withType } from './registration-type';

/** Copy of the forms in this project; `npm run operator` runs in its root. */
const SAVED_FILE = 'shared/platform/provider/eum/registrations/internal/field-definitions.json';

export const addRegistrationVerbs: AddVerbs = (noun, io) => {
  addVerb<object>(noun, io, {
    name: 'list',
    summary: 'list what AWS says of the registrations and numbers of the AWS account',
    declare: (command) => command,
    run: async ({ target }) => {
      requireEum(target, NOTHING);
      return reportRegistrations(
        await withRegistrations(async (eum) => ({
          registrations: await readRegistrations(eum),
          numbers: await readLeasedNumbers(eum),
        })),
      );
    },
  });
  addVerb<{ registration: string }>(noun, io, {
    name: 'show',
    summary: 'show a registration, and of a denial each reason, with what to do about it',
    declare: (command) => command.requiredOption('--registration <id>', 'registration, as "list" shows it'),
    run: async ({ target }, { registration: id }) => {
      requireEum(target, NOTHING);
      const found = await withRegistrations(async (eum) => {
        const registration = await findRegistration(eum, id);
        const version = registration?.denial?.version;
        const fields = version === undefined ? [] : await readDeniedFields(eum, { id, version });
        return registration && { registration, fields };
      });
      if (!found) throw new OperatorError(`AWS has no registration ${id}.`);
      return reportRegistration(found.registration, found.fields);
    },
  });
  addVerb<DefinitionOptions>(noun, io, {
    name: 'definitions',
    summary: 'list the fields that a registration asks for, as this project knows them or AWS has them now',
    declare: (command) =>
      withType(command)
        .option('--refresh', `ask AWS, for all types, and replace the copy in ${SAVED_FILE}`)
        .option('--out <file>', 'with --refresh: file to write instead'),
    run: async ({ target, io: { environment } }, { type, refresh, stack, out = SAVED_FILE }) => {
      if (!refresh) return reportDefinitions(type, SAVED_DEFINITIONS);
      // A local service answers from the copy itself.
      if (stack === undefined) throw new OperatorError('Name a deployed stack with --stack.');
      requireEum(target, NOTHING);
      const source = `DescribeRegistrationFieldDefinitions of AWS, in ${target.outputs.Region ?? environment.AWS_REGION}`;
      const read = await readAll({ source, date: target.clock.now().toISOString().slice(0, 10) });
      await writeWhole(out, once(`${JSON.stringify(read, undefined, 2)}\n`));
      return { ...reportDefinitions(type, read), note: `${out} is written.` };
    },
  });
  addDraftVerbs(noun, io);
};

const NOTHING = 'AWS has nothing to say of it';

interface DefinitionOptions {
  type: RegistrationType;
  refresh?: true;
  out?: string;
  stack?: string;
}

async function readAll({ source, date }: { source: string; date: string }): Promise<DefinitionsByType> {
  const found = await withRegistrations(async (eum) => {
    const byType: Array<[RegistrationType, FieldDefinition[]]> = [];
    for (const type of REGISTRATION_TYPES) byType.push([type, await readDefinitions(eum, type)]);
    return byType;
  });
  return Object.fromEntries(
    found.map(([type, fields]) => [type, { source, date, isFromAws: true, fields }]),
  ) as unknown as DefinitionsByType;
}

async function* once(text: string) {
  yield text;
}

function reportRegistrations(found: { registrations: Registration[]; numbers: LeasedNumber[] }): Report {
  const { registrations, numbers } = found;
  return {
    json: {
      registrations: registrations.map((registration) => present(registration)),
      numbers,
    },
    head: ['registration', 'type', 'state', 'since', 'for', 'what to do'],
    rows: registrations.map((registration) => {
      const { id, type, since, resources } = registration;
      const { words, advice } = statusWords(registration);
      return [id, type, words, since, resourceWords(resources), advice];
    }),
    note: [
      ...(registrations.length === 0 ? ['The AWS account has no registrations.'] : []),
      ...unregisteredOf(found).map(
        ({ number, type, status }) => `${number} (US, ${type}, ${status}) is in no registration.`,
      ),
    ].join('\n'),
  };
}

function reportRegistration(registration: Registration, fields: DeniedField[]): Report {
  const { id, type, since, version, resources, denial } = registration;
  const { words, advice } = statusWords(registration);
  const isOld = denial !== undefined && denial.version !== version;
  return {
    json: { ...present(registration), ...(fields.length > 0 && { deniedFields: fields }) },
    rows: [
      ['registration', id],
      ['type', type],
      ['state', words],
      ['since', since],
      ['version', version],
      ['for', resourceWords(resources)],
      ['what to do', advice],
      ...(isOld ? [['denied before', `version ${denial.version}, for:`]] : []),
      ...(denial?.reasons ?? []).flatMap(rowsOfReason),
      ...(denial?.feedback === undefined ? [] : [['reviewer', denial.feedback]]),
      ...fields.map(({ path, reason }) => [`field ${path}`, reason]),
    ].filter(([, value]) => value !== undefined && value !== ''),
  };
}

const rowsOfReason = (denied: DenialReason): Cell[][] => [
  ['reason', denied.reason],
  ['AWS says', [denied.short, denied.long].filter(Boolean).join(' ')],
  ['what to do', adviceOn(denied)],
  ['see', denied.documentation],
];

/** Returns a registration for an answer, in words. */
function present({ arn: _arn, denial, ...registration }: Registration): object {
  const { words, advice } = statusWords(registration);
  return {
    ...registration,
    ...{ words, ...(advice !== undefined && { advice }) },
    ...(denial && {
      denial: {
        ...denial,
        reasons: denial.reasons.map((one) => ({ ...one, advice: adviceOn(one) })),
      },
    }),
  };
}

function reportDefinitions(type: RegistrationType, byType: DefinitionsByType): Report {
  const { source, date, isFromAws, fields } = byType[type];
  const doubt = isFromAws ? '' : ' AWS may ask for other fields: see --refresh.';
  return {
    json: { type, source, date, isFromAws, fields },
    head: ['field', 'what', 'kind', 'required', 'characters or choices'],
    rows: fields.map((one) => [one.path, one.title, one.type, requirementWords(one), limitsOf(one)]),
    note: `As of ${date}, from ${source}.${doubt}`,
  };
}

function requirementWords({ requirement, condition }: FieldDefinition): string {
  if (requirement !== 'CONDITIONAL') return requirement === 'REQUIRED' ? 'yes' : 'no';
  const rules = (condition?.rules ?? []).map(({ behavior, conditions }) => {
    const parts = conditions.map(({ path, operator, values = [] }) =>
      [path, operator, values.join(' ')].join(' ').trim(),
    );
    return `${behavior} if ${parts.join(' and ')}`;
  });
  return rules.join('; ') || 'sometimes';
}

const limitsOf = ({ minLength, maxLength, options }: FieldDefinition): string =>
  options?.join(', ') ?? [minLength, maxLength].filter((one) => one !== undefined).join(' to ');
