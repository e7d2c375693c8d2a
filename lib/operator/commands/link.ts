import type { Command } from 'commander';
import { formats } from '../../../shared/platform/validation/formats';
import { domainOf, isLinkIdentifier, type Link } from '../../../shared/content/link';
import { addLink, listLinks, removeLink } from '../../../shared/content/link-store';
import { readLinkClicks } from '../../../shared/sending/clicks/click-counters';
import { OperatorError } from '../operator-error';
import { checked } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { addVerb, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface LinkOptions {
  account: string;
  link: string;
}

const parseLink = checked(
  isLinkIdentifier,
  'Expected <domain>/<path>, such as go.example.com/spring: the domain in lower case, no scheme, no slash at the end.',
);
const parseUrl = checked(
  formats['link-target'],
  'Expected an absolute http or https URL without a user name or password.',
);

export const addLinkVerbs: AddVerbs = (noun, io) => {
  addVerb<LinkOptions & { url: string }>(noun, io, {
    name: 'add',
    summary: 'register a short link for {{trackingLink}}, or lead it to another URL',
    declare: (command) => withLink(command).requiredOption('--url <url>', 'where it leads', parseUrl),
    run: async ({ target }, { account: accountId, link, url }) => {
      const { retentionDays } = await requireOpenAccount(target, accountId);
      let changes: Report['changes'];
      const result = await addLink(target, {
        ...{ accountId, link, url, mayTurn: true, retentionDays },
        beforeWrite: (from, to) => (changes = [{ ...(from && { from }), to }]),
      });
      if ('added' in result) return { ...reportLink(result.added), changes };
      throw new OperatorError(
        `${domainOf(link)} is not a link domain of the account: give it one with "account link-domain add".`,
      );
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the short links of an account',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportLinks(await listLinks(target.table, account.id));
    },
  });
  addVerb<LinkOptions>(noun, io, {
    name: 'clicks',
    summary: 'show how often people followed a link, and how often previews and robots did',
    declare: withLink,
    run: async ({ target }, { account: accountId, link }) => {
      const account = await requireAccount(target, accountId);
      const clicks = await readLinkClicks(target.table, { accountId: account.id, link });
      const { messages, clicks: ofMessages, unattributed, bots } = clicks;
      return {
        json: { link, ...clicks },
        head: ['link', 'messages', 'clicks', 'without a message', 'previews and robots'],
        rows: [[link, messages, ofMessages, unattributed, bots]],
      };
    },
  });
  addVerb<LinkOptions>(noun, io, {
    name: 'remove',
    summary: 'take a short link away; it then leads nowhere',
    declare: withLink,
    confirmation: (_session, { link }) => ({
      question: `Remove ${link}? Texts that were sent with it then lead nowhere.`,
      isYesRequired: false,
    }),
    run: async ({ target }, { account: accountId, link }) => {
      const account = await requireAccount(target, accountId);
      let changes: Report['changes'];
      const isRemoved = await removeLink(target.table, {
        ...{ accountId: account.id, link },
        beforeWrite: (from) => (changes = [{ from }]),
      });
      if (!isRemoved) throw new OperatorError(`${link} is not registered on the account.`);
      return { json: { link, accountId }, rows: [], note: `${link} is removed.`, changes };
    },
  });
};

function withLink(command: Command): Command {
  return withAccount(command).requiredOption(
    '--link <domain/path>',
    'the link, exactly as message bodies spell it',
    parseLink,
  );
}

const HEAD = ['link', 'url', 'created at'];

function reportLink(link: Link): Report {
  return { json: link, head: HEAD, rows: [[link.link, link.url, link.createdAt]] };
}

function reportLinks(links: Link[]): Report {
  return {
    json: links,
    head: HEAD,
    rows: links.map((link) => [link.link, link.url, link.createdAt]),
    ...(links.length === 0 && { note: 'The account has no short links.' }),
  };
}
