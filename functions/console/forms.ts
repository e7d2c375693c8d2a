import { isGroupId } from '../../shared/audience/groups/group-id';
import { changesOfWhole } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { changeForm, createForm, deleteForm } from '../../shared/opt-in-forms/change-forms';
import { findFormOfAccount, listForms, readPublicForm } from '../../shared/opt-in-forms/find-form';
import { presentForm } from '../../shared/opt-in-forms/opt-in-form';
import { readEvidence } from '../../shared/opt-in-forms/read-evidence';
import { parsePhoneCountry, type PhoneCountry } from '../../shared/phone-numbers/country';
import validateCreate from '../../shared/platform/validation/generated/create-form';
import validateUpdate from '../../shared/platform/validation/generated/update-form';
import * as routes from './forms.routes';

/** Routes of the opt-in forms of the account. **Source:** rules 3.5, E6. */
export const FORM_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listForms.route,
    handler: endpoint({
      route: routes.listForms.route,
      handle: async ({ platform, account }) => {
        const forms = await listForms(platform.table, account.id);
        const results = forms.map((form) => presentForm(form, platform.config.baseUrl));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.createForm.route,
    handler: endpoint({
      route: routes.createForm.route,
      validate: validateCreate,
      handle: async ({ platform, audit, account, body }) => {
        const { group: groupId, countries, ...texts } = body;
        const content = { ...texts, groupId: readGroup(groupId), countries: readCountries(countries) };
        const form = await createForm(platform, {
          ...{ accountId: account.id, content },
          beforeWrite: (before, after) => audit.tell({ changes: changesOfWhole(before, after) }),
        });
        return { status: 201, body: presentForm(form, platform.config.baseUrl) };
      },
    }),
  },
  {
    route: routes.updateForm.route,
    handler: endpoint({
      route: routes.updateForm.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters: { id: formId = '' }, body }) => {
        const { group, countries, ...texts } = body;
        const groupId = group === undefined ? undefined : readGroup(group);
        const changes = {
          ...texts,
          ...(groupId !== undefined && { groupId }),
          ...(countries && { countries: readCountries(countries) ?? [] }),
        };
        const form = await changeForm(platform, {
          ...{ accountId: account.id, formId, changes },
          beforeWrite: (before, after) =>
            audit.tell({ target: targetOf(formId), changes: changesOfWhole(before, after) }),
        });
        return { status: 200, body: presentForm(form, platform.config.baseUrl) };
      },
    }),
  },
  {
    route: routes.deleteForm.route,
    handler: endpoint({
      route: routes.deleteForm.route,
      handle: async ({ platform, audit, account, pathParameters: { id: formId = '' } }) => {
        await deleteForm(platform, {
          ...{ accountId: account.id, formId },
          beforeWrite: (before, after) =>
            audit.tell({ target: targetOf(formId), changes: changesOfWhole(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.getFormEvidence.route,
    handler: endpoint({
      route: routes.getFormEvidence.route,
      handle: async ({ platform, account, pathParameters: { id: formId = '' } }) => {
        const form = await findFormOfAccount(platform.table, { accountId: account.id, formId });
        if (!form) throw new ServiceError('NoSuchResource', { cause: 'form' });
        const found = await readPublicForm(platform.table, form);
        if (!found) throw new ServiceError('GroupNotFound');
        const { baseUrl } = platform.config;
        return { status: 200, body: { page: await readEvidence(platform, { found, baseUrl }) } };
      },
    }),
  },
];

const targetOf = (id: string) => ({ type: 'form', id });

/** @throws ServiceError InvalidGroupId */
function readGroup(groupId: string): string {
  if (isGroupId(groupId)) return groupId;
  throw new ServiceError('InvalidGroupId');
}

/** @throws ServiceError InvalidRequest with a pointer to the first code that is no country */
function readCountries(codes: readonly string[] | undefined): PhoneCountry[] | undefined {
  return codes?.map((code, index) => {
    const country = parsePhoneCountry(code);
    if (country !== undefined) return country;
    throw invalidRequest({
      pointer: `/countries/${index}`,
      reason: 'must be the two letters of a country, such as US',
    });
  });
}
