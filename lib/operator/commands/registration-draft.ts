import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  array,
  type InferOutput,
  object,
  optional,
  picklist,
  record,
  safeParse,
  string,
  union,
} from 'valibot';
import type { Account } from '../../../shared/accounts/account';
import { needsForm, readFactsForDraft } from '../../../shared/operations/draft-of-account';
import { choicesOf, type FieldValues } from '../../../shared/platform/provider/eum/registrations/check-field';
import {
  type DraftField,
  draftFileOf,
  draftRegistration,
  isComplete,
} from '../../../shared/platform/provider/eum/registrations/draft-registration';
import {
  REGISTRATION_TYPES,
  type RegistrationType,
} from '../../../shared/platform/provider/eum/registrations/registration-types';
import {
  type Draft,
  DRAFT_TAG,
  planSubmission,
  type SubmissionPlan,
} from '../../../shared/platform/provider/eum/registrations/plan-submission';
import { SAVED_DEFINITIONS } from '../../../shared/platform/provider/eum/registrations/saved-definitions';
import { submitRegistration } from '../../../shared/platform/provider/eum/registrations/submit-registration';
import { withRegistrations } from '../../../shared/platform/provider/eum/registrations/with-registrations';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { renderText, type Report } from '../report';
import { requireEum } from '../require-eum';
import type { Target } from '../target';
import { addVerb, requireAccount, requireOpenAccount, type Session, withAccount } from '../verb';
import { writeWhole } from '../write-whole';
import { withType } from './registration-type';

const FIELDS = record(string(), union([string(), array(string())]));
const DRAFT_FILE = object({
  type: picklist(REGISTRATION_TYPES),
  account: string(),
  form: optional(string()),
  fields: FIELDS,
});

interface DraftOptions {
  account: string;
  type: RegistrationType;
  form?: string;
  values?: string;
  out?: string;
}

interface SubmitOptions {
  draft: string;
  registration?: string;
  for?: string;
}

/** Adds the verbs that draft a registration, and hand it in. */
export const addDraftVerbs: AddVerbs = (noun, io) => {
  addVerb<DraftOptions>(noun, io, {
    name: 'draft',
    summary: 'fill in a registration from what the account has; ends with 1 when a required field is missing',
    declare: (command) =>
      withType(withAccount(command))
        .option('--form <id>', 'opt-in form that people sign up on; absent: the only one of the account')
        .option('--values <file>', 'JSON file with values that the account does not know, by field')
        .option('--out <file>', 'JSON file to write the draft to, for "registration submit"'),
    run: ({ target }, options) => draft(target, options),
  });
  addVerb<SubmitOptions>(noun, io, {
    name: 'submit',
    summary:
      'create a registration at AWS from a draft, fill it in and hand it in; goes on where it broke off',
    declare: (command) =>
      command
        .requiredOption('--draft <file>', 'file of "registration draft --out"')
        .option('--registration <id>', 'registration to go on with, as "registration list" shows it')
        .option('--for <id>', 'brand registration of a campaign, or toll-free number; absent: the only one'),
    confirmation: async (session, options) => {
      const plan = await planOf(session.target, options);
      if (plan.kind !== 'ready') throw new OperatorError(plan.why);
      session.io.writeError(await renderText(reportPlan(plan)));
      const { type, fields } = plan.draft;
      return {
        question: `Hand in ${type} to AWS, with these ${Object.keys(fields).length} fields? AWS may charge for it.`,
        isYesRequired: true,
      };
    },
    run: submit,
  });
};

const NO_FORM =
  'The account has no opt-in form ("form create"): its page, words of consent and texts would fill most of it.';

async function draft(target: Target, options: DraftOptions): Promise<Report> {
  const account = await requireAccount(target, options.account);
  const { type, out } = options;
  const values = options.values === undefined ? {} : readValues(options.values);
  const { facts, formId } = await readFacts(target, { account, type, formId: options.form });
  const { fields: definitions, ...copy } = SAVED_DEFINITIONS[type];
  const fields = draftRegistration({ type, definitions, facts, values, faultOfFile });
  if (out !== undefined) {
    const file = draftFileOf(fields, { type, account: account.id, form: formId });
    await writeWhole(out, once(`${JSON.stringify(file, undefined, 2)}\n`));
  }
  const note = [
    `Checked against the fields as of ${copy.date}.`,
    ...(copy.isFromAws ? [] : ['They are not from AWS itself: see "registration definitions --refresh".']),
    ...(formId !== undefined || !needsForm(type) ? [] : [NO_FORM]),
    ...(out === undefined ? [] : [`${out} is written.`]),
  ].join(' ');
  return { ...reportFields(fields), note };
}

/** @throws OperatorError when there is no such form, or none is named of several */
async function readFacts(
  { table, baseUrl }: Target,
  wanted: { account: Account; type: RegistrationType; formId: string | undefined },
) {
  const found = await readFactsForDraft(table, { ...wanted, baseUrl });
  switch (found.outcome) {
    case 'read':
      return found;
    case 'several':
      throw new OperatorError(
        `The account has several opt-in forms: name one with --form, of ${found.formIds.join(', ')}.`,
      );
    case 'notPublic':
      throw new OperatorError(`The account has no public opt-in form ${found.formId}.`);
  }
}

/** @throws OperatorError for a file that is not of fields and values */
function readValues(file: string): FieldValues {
  const values = readJson(file, FIELDS);
  const known = new Set(
    REGISTRATION_TYPES.flatMap((type) => SAVED_DEFINITIONS[type].fields.map(({ path }) => path)),
  );
  const unknown = Object.keys(values).filter((path) => !known.has(path));
  if (unknown.length === 0) return values;
  throw new OperatorError(
    `${file} has fields that no registration has: ${unknown.join(', ')}. See "registration definitions".`,
  );
}

function readJson<Schema extends typeof FIELDS | typeof DRAFT_FILE>(
  file: string,
  schema: Schema,
): InferOutput<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OperatorError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const { success, output } = safeParse(schema, value);
  if (success) return output;
  throw new OperatorError(`${file} is not of the expected form: each field has a text, or a list of texts.`);
}

const MAX_ATTACHMENT_BYTES = 500 * 1024;

function faultOfFile(file: string): string | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return `There is no file ${file}.`;
  return size > MAX_ATTACHMENT_BYTES ? `${file} has more than 500 KB, which AWS does not take.` : undefined;
}

function reportFields(fields: readonly DraftField[]): Report {
  const count = (state: DraftField['state']) => fields.filter((one) => one.state === state).length;
  const failure = `Required fields missing: ${count('missing')}, invalid fields: ${count('invalid')}.`;
  return {
    json: fields,
    head: ['field', 'required', 'state', 'value', 'from', 'what to do'],
    rows: fields
      .filter(({ state }) => state !== 'empty')
      .map((field) => [
        ...[field.path, field.isRequired, field.state, shownValue(field.value), field.from, adviceOf(field)],
      ]),
    ...(!isComplete(fields) && { failure }),
  };
}

/** A missing field is named, since it has no value that shows what it is. */
const adviceOf = ({ title, state, advice }: DraftField): string | undefined =>
  state === 'missing' ? `${title}. ${advice}` : advice;

const shownValue = (value: DraftField['value']): string | undefined => value && choicesOf(value).join(', ');

/** @throws OperatorError for another provider, and a file that is no draft */
async function planOf(target: Target, options: SubmitOptions) {
  requireEum(target, 'there is no registration to hand in');
  const { account, form, type, fields } = readJson(options.draft, DRAFT_FILE);
  await requireOpenAccount(target, account);
  const draft: Draft = { type, fields, key: form === undefined ? account : `${account}/${form}` };
  const { registration: registrationId, for: about } = options;
  return withRegistrations((eum) => planSubmission(eum, { draft, registrationId, about, faultOfFile }));
}

async function submit({ target }: Session, options: SubmitOptions): Promise<Report> {
  const plan = await planOf(target, options);
  switch (plan.kind) {
    case 'refused': {
      const fields = reportFields((plan.fields ?? []).filter(({ state }) => state !== 'filled'));
      return { ...fields, failure: plan.why };
    }
    case 'nothing':
      return { json: { registration: plan.registration?.id }, rows: [], note: plan.why };
    case 'ready': {
      const registration = await withRegistrations((eum) => submitRegistration(eum, plan, { readFile }));
      const { account } = readJson(options.draft, DRAFT_FILE);
      return {
        json: { registration, type: plan.draft.type },
        rows: [],
        note: `${registration} is handed in: "registration show --registration ${registration}" says how it goes on.`,
        alsoIn: [{ accountId: account }],
      };
    }
  }
}

function reportPlan({ draft, registration, needsVersion, associate, others }: SubmissionPlan): Report {
  const version = needsVersion ? ', with a new version' : '';
  return {
    json: undefined,
    head: ['step', 'what'],
    rows: [
      [
        'registration',
        registration
          ? `${registration.id} goes on${version}`
          : `is created, with the tag ${DRAFT_TAG}=${draft.key}`,
      ],
      ...(associate ? [['associate', associate.name]] : []),
      ...Object.entries(draft.fields).map(([path, value]) => [path, shownValue(value)]),
      ['submit', draft.type],
    ],
    ...(others.length > 0 &&
      !registration && {
        note: `AWS has others of this type: ${others.join(', ')}. To go on with one of them, name it with --registration.`,
      }),
  };
}

async function* once(text: string) {
  yield text;
}
