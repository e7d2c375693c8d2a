import type { Command } from 'commander';
import { changesOfWhole } from '../../../shared/audit/tell-changes';
import {
  type BeforeFormWrite,
  changeForm,
  createForm,
  deleteForm,
} from '../../../shared/opt-in-forms/change-forms';
import { findForm, findFormVersion, findPublicForm, listForms } from '../../../shared/opt-in-forms/find-form';
import {
  type FormContent,
  formUrl,
  type OptInForm,
  presentForm,
} from '../../../shared/opt-in-forms/opt-in-form';
import { readEvidence } from '../../../shared/opt-in-forms/read-evidence';
import { MAX_BRAND_CHARACTERS, MAX_FORMS } from '../../../shared/limits';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { collectCountries } from '../option-lists';
import { parseCount } from '../option-types';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';
import { writeWhole } from '../write-whole';

interface ContentOptions {
  group?: string;
  brand?: string;
  description?: string;
  frequency?: string;
  terms?: string;
  privacy?: string;
  country?: FormContent['countries'];
}

type CreateOptions = Required<Omit<ContentOptions, 'country'>> &
  Pick<ContentOptions, 'country'> & { account: string };

interface FormOptions {
  account: string;
  form: string;
}

export const addFormVerbs: AddVerbs = (noun, io) => {
  addVerb<CreateOptions>(noun, io, {
    name: 'create',
    summary: `create an opt-in form, at most ${MAX_FORMS} an account; its page is public at once`,
    declare: (command) => withContent(withAccount(command), 'required'),
    run: async ({ target }, options) => {
      const { id: accountId } = await requireOpenAccount(target, options.account);
      const told = keepForm();
      const content = contentOf(options) as FormContent;
      const form = await createForm(target, { accountId, content, beforeWrite: told.beforeWrite });
      return { ...reportForm(form, target), changes: told.changes };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the opt-in forms of an account, oldest first',
    declare: withAccount,
    run: async ({ target }, options) => {
      const { id } = await requireAccount(target, options.account);
      return reportForms(await listForms(target.table, id), target);
    },
  });
  addVerb<{ form: string; formVersion?: number }>(noun, io, {
    name: 'show',
    summary: 'show an opt-in form, as it is or as it was in a version that the consent log names',
    declare: (command) =>
      withForm(command).option('--form-version <n>', 'version; absent: as it is now', parseCount),
    run: async ({ target }, { form: formId, formVersion: version }) => {
      const form = await requireForm(target, formId);
      if (version === undefined) return reportForm(form, target);
      const was = await findFormVersion(target.table, { accountId: form.accountId, formId, version });
      if (!was) throw new OperatorError(`The form ${formId} has no version ${version}.`);
      return reportForm(was, target);
    },
  });
  addVerb<ContentOptions & FormOptions>(noun, io, {
    name: 'set',
    summary: 'change an opt-in form: it gets a new version; what is not named stays',
    declare: (command) => withContent(withForm(withAccount(command)), 'optional'),
    check: (options) => {
      if (Object.keys(contentOf(options)).length > 0) return;
      throw new OperatorError('Nothing to change: name at least one setting, see "form set --help".');
    },
    run: async ({ target }, options) => {
      const { id: accountId } = await requireOpenAccount(target, options.account);
      const told = keepForm();
      const form = await changeForm(target, {
        ...{ accountId, formId: options.form, changes: contentOf(options) },
        beforeWrite: told.beforeWrite,
      });
      return { ...reportForm(form, target), changes: told.changes };
    },
  });
  addVerb<FormOptions>(noun, io, {
    name: 'delete',
    summary: 'delete an opt-in form: its page is gone; who has joined stays',
    declare: (command) => withForm(withAccount(command)),
    confirmation: async ({ target }, { form: formId }) => {
      const { brand } = await requireForm(target, formId);
      return {
        question: `Delete the opt-in form ${formId} of ${brand}?`,
        isYesRequired: true,
      };
    },
    run: async ({ target }, options) => {
      const { id: accountId } = await requireAccount(target, options.account);
      const told = keepForm();
      const { id } = await deleteForm(target, {
        ...{ accountId, formId: options.form },
        beforeWrite: told.beforeWrite,
      });
      return { json: { id, accountId }, rows: [], note: `${id} is deleted.`, changes: told.changes };
    },
  });
  addVerb<{ form: string; out: string }>(noun, io, {
    name: 'evidence',
    summary: 'write a page with what carriers ask for at registration: the form, and the texts that follow',
    declare: (command) => withForm(command).requiredOption('--out <file>', 'HTML file to write'),
    run: ({ target }, options) => writeEvidence(target, options),
  });
};

function withForm(command: Command): Command {
  return command.requiredOption('--form <id>', 'opt-in form, as "form list" shows it');
}

function withContent(command: Command, kind: 'required' | 'optional'): Command {
  const text = (flags: string, description: string) =>
    kind === 'required' ? command.requiredOption(flags, description) : command.option(flags, description);
  text('--group <id>', 'group that people join, once they have replied YES');
  text('--brand <name>', `name that people know, of at most ${MAX_BRAND_CHARACTERS} characters`);
  text('--description <text>', 'what is sent, such as "Offers and news of our shops"');
  text('--frequency <text>', 'how often, such as "Up to 4 messages a month"');
  text('--terms <url>', 'address of the terms and conditions, with https');
  text('--privacy <url>', 'address of the privacy policy, with https');
  return command.option(
    '--country <codes...>',
    'countries whose numbers are taken; all: those that the account may ask',
    collectCountries,
  );
}

/** Returns the named settings. */
function contentOf(options: ContentOptions): Partial<FormContent> {
  const { group: groupId, brand, description, frequency, terms, privacy, country: countries } = options;
  const named = { groupId, brand, description, frequency, termsUrl: terms, privacyUrl: privacy, countries };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Keeps what a change was from and to. It is reported again after a conflict: the last values count. */
function keepForm(): { changes?: Report['changes']; beforeWrite: BeforeFormWrite } {
  const told: ReturnType<typeof keepForm> = {
    changes: [],
    beforeWrite: (before, after) => {
      told.changes = changesOfWhole(before, after);
    },
  };
  return told;
}

/** @throws OperatorError when there is no such form */
async function requireForm(target: Target, formId: string): Promise<OptInForm> {
  const form = await findForm(target.table, formId);
  if (!form) throw new OperatorError(`There is no opt-in form ${formId}.`);
  return form;
}

async function writeEvidence(
  target: Target,
  { form: formId, out }: { form: string; out: string },
): Promise<Report> {
  await requireForm(target, formId);
  const found = await findPublicForm(target.table, formId);
  if (!found) {
    throw new OperatorError(
      `The page of ${formId} is not public: its account is closed, or its group is gone.`,
    );
  }
  const { baseUrl } = target;
  const page = await readEvidence(target, { found, baseUrl });
  await writeWhole(out, once(page));
  return {
    json: { id: formId, url: formUrl(baseUrl, formId), file: out },
    rows: [],
    note: `${out} is written.`,
  };
}

async function* once(text: string) {
  yield text;
}

const HEAD = ['form', 'version', 'brand', 'group', 'frequency', 'countries', 'address'];

function reportForms(forms: OptInForm[], { baseUrl }: Target): Report {
  return {
    json: forms.map((form) => presentForm(form, baseUrl)),
    head: HEAD,
    rows: forms.map(({ id, version, brand, groupId, frequency, countries = [] }) => [
      ...[id, version, brand, groupId, frequency, countries.join(', ') || 'all', formUrl(baseUrl, id)],
    ]),
    ...(forms.length === 0 && { note: 'The account has no opt-in forms.' }),
  };
}

function reportForm(form: OptInForm, { baseUrl }: Target): Report {
  const { url, group, countries, ...shown } = presentForm(form, baseUrl);
  return {
    json: presentForm(form, baseUrl),
    rows: [
      ['form', shown.id],
      ['address', url],
      ['version', shown.version],
      ['group', group],
      ['brand', shown.brand],
      ['description', shown.description],
      ['frequency', shown.frequency],
      ['terms', shown.termsUrl],
      ['privacy', shown.privacyUrl],
      ['countries', countries.join(', ') || 'all that the account may ask'],
      ['created at', shown.createdAt],
      ['changed at', shown.updatedAt],
    ],
  };
}
