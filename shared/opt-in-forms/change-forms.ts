import { isDeepStrictEqual } from 'node:util';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { findGroup } from '../audience/groups/group-store';
import type { InvalidField } from '../errors/error-details';
import { invalidRequest, ServiceError } from '../errors/service-error';
import {
  MAX_BRAND_CHARACTERS,
  MAX_FORM_DESCRIPTION_CHARACTERS,
  MAX_FORM_FREQUENCY_CHARACTERS,
  MAX_FORM_URL_CHARACTERS,
  MAX_FORMS,
} from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { commitWithin } from '../platform/store/commit-within';
import { accountCreationsKey, accountKey, formOwnerKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import { isSendableText, NOT_SENDABLE } from '../content/rules/invalid-characters';
import { isStorableText } from '../text/storable-text';
import { findFormOfAccount, listForms } from './find-form';
import {
  type FormContent,
  formOwnerItem,
  formVersionItem,
  type OptInForm,
  optInFormItem,
} from './opt-in-form';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Callback before the write, with what the form says and does before and after it; `undefined` for no form. */
export type BeforeFormWrite = (before: object | undefined, after: object | undefined) => void;

/**
 * Creates an opt-in form, which is public at once.
 *
 * @throws ServiceError InvalidRequest for texts and addresses that are not allowed and for one form too many,
 *   GroupNotFound; NoSuchResource for an account that is closed or does not exist
 *
 * **Source:** rules 3.5.
 */
export async function createForm(
  deps: Deps,
  options: { accountId: string; content: FormContent; beforeWrite?: BeforeFormWrite },
): Promise<OptInForm> {
  const { accountId, beforeWrite } = options;
  const content = checkContent(options.content);
  await requireGroup(deps, { accountId, groupId: content.groupId });
  const now = isoNow(deps.clock);
  const form = {
    ...content,
    id: deps.ids.next('frm'),
    accountId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const address = { accountId, formId: form.id };
  beforeWrite?.(undefined, effectOf(form));
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
  const result = await commitWithin(deps.table, {
    key: accountCreationsKey(accountId, 'forms'),
    refuseFull: async () => {
      if ((await listForms(deps.table, accountId)).length < MAX_FORMS) return;
      throw invalidRequest({
        pointer: '',
        reason: `the account has ${MAX_FORMS} opt-in forms, and no more fit`,
      });
    },
    parts: [
      { write: accountIsOpen(accountId), onFail: 'noSuchAccount' },
      ...required([
        { Put: { Item: optInFormItem.item(address, form), ...isNew } },
        { Put: { Item: formVersionItem.item({ ...address, version: 1 }, form), ...isNew } },
        { Put: { Item: formOwnerItem.item(form.id, { accountId }), ...isNew } },
      ]),
    ],
  });
  if (!result.committed) throw new ServiceError('NoSuchResource', { cause: 'account' });
  return form;
}

/**
 * Changes a form. What it says and does gets a new version; without a change it stays as it is.
 *
 * @param options.changes absent properties stay
 * @throws ServiceError NoSuchResource without such a form of the account; InvalidRequest and GroupNotFound as
 *   `createForm`
 *
 * **Source:** rules 3.5.
 */
export async function changeForm(
  deps: Deps,
  options: {
    accountId: string;
    formId: string;
    changes: Partial<FormContent>;
    beforeWrite?: BeforeFormWrite;
  },
): Promise<OptInForm> {
  const { accountId, formId, beforeWrite } = options;
  const address = { accountId, formId };
  const changes = Object.fromEntries(
    Object.entries(options.changes).filter(([, value]) => value !== undefined),
  );
  return retryOnConflict(deps.table.waits, async () => {
    const before = await requireForm(deps, address);
    const content = checkContent({ ...contentOf(before), ...changes });
    if (isDeepStrictEqual(contentOf(before), content)) return before;
    await requireGroup(deps, { accountId, groupId: content.groupId });
    const version = before.version + 1;
    const after = { ...before, ...content, version, updatedAt: isoNow(deps.clock) };
    beforeWrite?.(effectOf(before), effectOf(after));
    const result = await commit(deps.table, [
      { write: accountIsOpen(accountId), onFail: 'noSuchAccount' },
      {
        write: {
          Put: {
            Item: optInFormItem.item(address, after),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        onFail: 'changedMeanwhile',
      },
      ...required([{ Put: { Item: formVersionItem.item({ ...address, version }, after) } }]),
    ]);
    if (result.committed) return after;
    if (result.refusal === 'noSuchAccount') throw new ServiceError('NoSuchResource', { cause: 'account' });
    return CONFLICT;
  });
}

/**
 * Deletes a form: its page is gone. Its versions stay, because the consent log names them.
 *
 * @throws ServiceError NoSuchResource without such a form of the account
 */
export async function deleteForm(
  deps: Pick<Deps, 'table'>,
  options: { accountId: string; formId: string; beforeWrite?: BeforeFormWrite },
): Promise<OptInForm> {
  const { accountId, formId, beforeWrite } = options;
  const form = await requireForm(deps, { accountId, formId });
  beforeWrite?.(effectOf(form), undefined);
  await commit(
    deps.table,
    required([
      { Delete: { Key: optInFormItem.key({ accountId, formId }) } },
      { Delete: { Key: formOwnerKey(formId) } },
    ]),
  );
  return form;
}

const accountIsOpen = (accountId: string) => ({
  ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN },
});

async function requireForm(
  { table }: Pick<Deps, 'table'>,
  address: { accountId: string; formId: string },
): Promise<OptInForm> {
  const form = await findFormOfAccount(table, address);
  if (!form) throw new ServiceError('NoSuchResource', { cause: 'form' });
  return form;
}

async function requireGroup(
  { table }: Pick<Deps, 'table'>,
  address: { accountId: string; groupId: string },
): Promise<void> {
  if (!(await findGroup(table, address))) throw new ServiceError('GroupNotFound');
}

const contentOf = ({
  groupId,
  brand,
  description,
  frequency,
  termsUrl,
  privacyUrl,
  countries,
}: FormContent): FormContent => ({
  ...{ groupId, brand, description, frequency, termsUrl, privacyUrl, countries },
});

/** Returns the parts of a form that a change is told by. */
const effectOf = ({ groupId: group, countries, ...form }: FormContent) => {
  const { brand, description, frequency, termsUrl, privacyUrl } = form;
  return { group, brand, description, frequency, termsUrl, privacyUrl, countries };
};

/** @throws ServiceError InvalidRequest with everything that is wrong with the form itself */
function checkContent(content: FormContent): FormContent {
  const [brand, description, frequency] = [content.brand, content.description, content.frequency].map(
    (text) => text.trim().replace(/\s+/g, ' '),
  ) as [string, string, string];
  const { termsUrl, privacyUrl, countries = [] } = content;
  const refusals: Array<[string, string | undefined]> = [
    ['/brand', refuseText(brand, MAX_BRAND_CHARACTERS)],
    ['/description', refuseText(description, MAX_FORM_DESCRIPTION_CHARACTERS)],
    ['/frequency', refuseText(frequency, MAX_FORM_FREQUENCY_CHARACTERS)],
    ['/termsUrl', refuseUrl(termsUrl)],
    ['/privacyUrl', refuseUrl(privacyUrl)],
  ];
  const errors = refusals.flatMap(([pointer, reason]): InvalidField[] =>
    reason === undefined ? [] : [{ pointer, reason }],
  );
  if (errors.length > 0) throw invalidRequest(...errors);
  const sorted = [...new Set(countries)].sort();
  return contentOf({
    ...{ ...content, brand, description, frequency },
    countries: sorted.length > 0 ? sorted : undefined,
  });
}

function refuseText(text: string, most: number): string | undefined {
  if (text === '') return 'must not be empty';
  if ([...text].length > most) return `must be at most ${most} characters`;
  return isSendableText(text) ? undefined : NOT_SENDABLE;
}

function refuseUrl(text: string): string | undefined {
  if (!/^https:\/\/[^\s]+$/.test(text) || !isStorableText(text) || !URL.canParse(text)) return NO_ADDRESS;
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') return NO_ADDRESS;
  return text.length > MAX_FORM_URL_CHARACTERS
    ? `must be at most ${MAX_FORM_URL_CHARACTERS} characters`
    : undefined;
}

const NO_ADDRESS = 'must be an address with https';
