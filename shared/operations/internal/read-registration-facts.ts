import type { Account } from '../../accounts/account';
import { brandOf } from '../../accounts/brand';
import { groupText } from '../../audience/groups/group-texts';
import { listKeywords } from '../../inbound/change-keywords';
import { helpText, optOutText } from '../../inbound/keyword-answers';
import type { PublicForm } from '../../opt-in-forms/find-form';
import { consentWording } from '../../opt-in-forms/form-pages';
import { formUrl } from '../../opt-in-forms/opt-in-form';
import type { RegistrationFacts } from '../../platform/provider/eum/registrations/draft-registration';
import type { Table } from '../../platform/store/table';

/**
 * Reads what an account has of a registration: brand, opt-in form, and the texts that the service sends for it.
 *
 * @param options.found form of the registration; absent: none
 * @param options.baseUrl address of the service
 */
export async function readRegistrationFacts(
  table: Table,
  { account, found, baseUrl }: { account: Account; found: PublicForm | undefined; baseUrl: string },
): Promise<RegistrationFacts> {
  const form = found?.form;
  const asked = { ...account, ...(form && { brand: form.brand, frequency: form.frequency }) };
  return {
    brand: brandOf(asked),
    ...(account.keywordReplies !== 'off' && {
      answers: { help: helpText(asked), stop: optOutText(asked) },
    }),
    ...(found && { form: await readFormFacts(table, { found, asked, baseUrl }) }),
  };
}

async function readFormFacts(
  table: Table,
  { found, asked, baseUrl }: { found: PublicForm; asked: Account & { frequency?: string }; baseUrl: string },
): Promise<NonNullable<RegistrationFacts['form']>> {
  const { form, group } = found;
  const { description, frequency, termsUrl, privacyUrl } = form;
  const welcome = groupText(group, { account: asked, purpose: 'optInMessage' });
  const keywords = (await listKeywords(table, form.accountId)).filter(({ groupId }) => groupId === group.id);
  return {
    ...{ url: formUrl(baseUrl, form.id), description, frequency, termsUrl, privacyUrl },
    consent: consentWording(form, 'en'),
    confirmation: groupText(group, { account: asked, purpose: 'optInConfirmation' }) ?? '',
    ...(welcome !== undefined && { welcome }),
    keywords: [...new Set(keywords.map(({ word }) => word))],
  };
}
