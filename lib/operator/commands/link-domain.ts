import type { Command } from 'commander';
import {
  addLinkDomain,
  describeRefusedDomain,
  judgeLinkDomain,
  linksUnder,
  removeLinkDomain,
} from '../../../shared/operations/link-domains';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface DomainOptions {
  account: string;
  domain: string;
}

/** Adds `account link-domain …`: the domains of an account's short links. */
export const addLinkDomainVerbs: AddVerbs = (account, io) => {
  const noun = account
    .command('link-domain')
    .description('domains under which the account makes its short links; "account show" lists them')
    .usage('<verb> [options]');
  addVerb<DomainOptions>(noun, io, {
    name: 'add',
    summary: 'give the account a domain; it belongs to one account only',
    declare: withDomain,
    run: ({ target }, options) => add(target, options),
  });
  addVerb<DomainOptions>(noun, io, {
    name: 'remove',
    summary: 'take a domain from the account, with the links under it',
    declare: withDomain,
    confirmation: async ({ target }, { account: accountId, domain }) => {
      const { id } = await requireAccount(target, accountId);
      const links = await linksUnder(target.table, { accountId: id, domain });
      return {
        question: `Remove ${domain} from ${id} with its links (${links.length})? Texts that were sent with them then lead nowhere.`,
        isYesRequired: true,
      };
    },
    run: ({ target }, options) => remove(target, options),
  });
};

function withDomain(command: Command): Command {
  return withAccount(command).requiredOption('--domain <name>', 'in lower case, such as go.acme.com');
}

async function add(target: Target, { account: accountId, domain }: DomainOptions): Promise<Report> {
  const refused = judgeLinkDomain(domain, target.baseUrl);
  if (refused)
    throw new OperatorError(`${domain} cannot be a link domain: it ${describeRefusedDomain(refused)}.`);
  await requireOpenAccount(target, accountId);
  const result = await addLinkDomain(target, { accountId, domain });
  if ('added' in result) {
    const { added } = result;
    return { json: added, head: ['domain', 'created at'], rows: [[added.domain, added.createdAt]] };
  }
  if (result.refused === 'noSuchAccount') throw noSuchAccount(accountId);
  throw new OperatorError(`${domain} belongs to another account.`);
}

async function remove(target: Target, { account, domain }: DomainOptions): Promise<Report> {
  const { id: accountId } = await requireAccount(target, account);
  const removedLinks = await removeLinkDomain(target.table, { accountId, domain });
  if (!removedLinks) throw new OperatorError(`${domain} is not a link domain of the account.`);
  return {
    json: { accountId, domain, removedLinks },
    rows: [],
    note: `${domain} is removed, with its links (${removedLinks.length}).`,
  };
}
