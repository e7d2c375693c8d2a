import type { Account } from '../../shared/accounts/account';
import { isOver, overSince } from '../../shared/accounts/retention';
import { membershipLog } from '../../shared/audience/consent/consent-log';
import { contactItem } from '../../shared/audience/contacts/contact';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { presentMessageStatus } from '../../shared/messages/present-message-status';
import type { CorePlatform } from '../../shared/platform/platform';
import { presentClicks, readMessageClicks } from '../../shared/sending/clicks/message-clicks';
import { readJobMessageId } from '../../shared/sending/jobs/results/job-message-id';
import { presentJob } from '../../shared/sending/jobs/job';
import { findJob } from '../../shared/sending/jobs/read/find-job';
import { findMessage } from '../../shared/sending/single/find-message';
import { findCampaignName } from '../../shared/texts/find-campaign-name';
import { readTimeline } from '../../shared/texts/read-timeline';
import { readTextFilter, TEXT_FILTERS } from '../../shared/texts/phone-text-filter';
import { listLog, LOG_FILTERS, type LogEntry, readLogFilter } from '../../shared/texts/list-log';
import { listTextsOfPhone } from '../../shared/texts/texts-of-phone';
import * as routes from './messages.routes';

/** Routes of the history of messages, and of the texts of a phone. **Source:** rules 3.7, E1, E6. */
export const MESSAGE_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listMessageLog.route,
    handler: endpoint({
      route: routes.listMessageLog.route,
      handle: async ({ platform, account, query }) => {
        const scope = { accountId: account.id, list: 'log', filter: pick(query, LOG_FILTERS) };
        const { entries, nextPlace } = await listLog(platform, {
          account,
          page: readListPage(query, scope),
          filter: readLogFilter(query),
        });
        return {
          status: 200,
          body: {
            results: await presentLog(platform, entries),
            nextCursor: nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace),
          },
        };
      },
    }),
  },
  {
    route: routes.getMessageTimeline.route,
    handler: endpoint({
      route: routes.getMessageTimeline.route,
      handle: async ({ platform: { table, clock }, account, pathParameters }) => {
        const message = await findMessage(table, account.id, pathParameters.messageId ?? '');
        if (!message || isOver(account, message.createdAt, clock.now())) {
          throw new ServiceError('NoSuchMessageOrJob', { cause: 'message' });
        }
        const { id, purpose, phase, attempts, charge } = message;
        const jobId = readJobMessageId(id)?.jobId;
        const [timeline, [clicks], job] = await Promise.all([
          readTimeline(table, message),
          readMessageClicks(table, [id]),
          jobId === undefined ? undefined : findJob(table, { accountId: account.id, jobId }),
        ]);
        const campaignId = job?.campaignId;
        const campaignName =
          campaignId && (await findCampaignName(table, { accountId: account.id, campaignId }));
        return {
          status: 200,
          body: {
            message: { ...presentMessageStatus(message), ...presentClicks(clicks) },
            ...{ purpose, phase, attempts, charge, timeline },
            ...(job && { jobId: job.id, jobKind: job.kind, campaignId, campaignName }),
          },
        };
      },
    }),
  },
  {
    route: routes.listContactMessages.route,
    handler: endpoint({
      route: routes.listContactMessages.route,
      handle: async ({ platform, account, pathParameters, query }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        return {
          status: 200,
          body: await readTexts(platform, { account, phoneNumber, query, isFiltered: true }),
        };
      },
    }),
  },
  {
    route: routes.listConsent.route,
    handler: endpoint({
      route: routes.listConsent.route,
      handle: async ({ platform, account, pathParameters }) => {
        const phoneNumber = readPhoneNumber(pathParameters);
        const results = await membershipLog(platform.table, { accountId: account.id, phoneNumber });
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.listContactNames.route,
    handler: endpoint({
      route: routes.listContactNames.route,
      handle: async ({ platform: { table }, account: { id: accountId }, query }) => {
        const phones = readPhones(query.phones);
        const items = await table.batchGet(
          phones.map((phoneNumber) => contactItem.key({ accountId, phoneNumber })),
        );
        const results = items
          .map(contactItem.readIfAny)
          .filter((contact) => contact?.firstName !== undefined || contact?.lastName !== undefined)
          .map((contact) => ({
            phoneNumber: contact?.phoneNumber,
            firstName: contact?.firstName,
            lastName: contact?.lastName,
          }));
        return { status: 200, body: { results } };
      },
    }),
  },
];

const MOST_NAMES = 100;

/** @throws ServiceError InvalidRequest for what is no phone, and for more than 100 */
function readPhones(text = ''): string[] {
  const phones = [...new Set(text.split(',').filter((phone) => phone !== ''))];
  if (phones.length <= MOST_NAMES && phones.every((phone) => /^\+\d{7,15}$/.test(phone))) return phones;
  throw invalidRequest({
    pointer: '?phones',
    reason: `must be up to ${MOST_NAMES} numbers, such as +12065550123`,
  });
}

const pick = (query: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, query[name]]));

async function presentLog({ table }: Pick<CorePlatform, 'table'>, entries: LogEntry[]): Promise<object[]> {
  const ids = entries.flatMap((entry) => ('message' in entry ? [entry.message.id] : []));
  const clicks = new Map(
    (await readMessageClicks(table, ids)).map((ofMessage, index) => [ids[index], ofMessage] as const),
  );
  return entries.map((entry) => {
    if ('message' in entry) {
      const { message } = entry;
      return {
        at: message.createdAt,
        message: { ...presentMessageStatus(message), ...presentClicks(clicks.get(message.id)) },
        purpose: message.purpose,
      };
    }
    if ('job' in entry) {
      const { job, counts } = entry;
      return { at: job.createdAt, job: { kind: job.kind, ...presentJob(job, counts) } };
    }
    const { campaign, counts } = entry;
    const { id, name, status, from, body, startedAt } = campaign;
    return { at: startedAt, campaign: { id, name, status, from, body, counts } };
  });
}

/**
 * Reads a page of the texts of a phone, in the form of responses.
 *
 * @param options.isFiltered true when the query has the parameters of the filter, too
 */
export async function readTexts(
  platform: Pick<CorePlatform, 'table' | 'clock'>,
  options: {
    account: Account;
    phoneNumber: string;
    query: Record<string, string>;
    isFiltered?: boolean;
  },
) {
  const { account, phoneNumber, query, isFiltered = false } = options;
  const { id: accountId } = account;
  const filter = isFiltered ? pick(query, TEXT_FILTERS) : {};
  const scope = { accountId, list: `texts ${phoneNumber}`, filter };
  const page = readListPage(query, scope);
  const since = overSince(account, platform.clock.now());
  const { texts, nextPlace } = await listTextsOfPhone(platform, {
    ...{ accountId, phoneNumber, page, since },
    ...(isFiltered && { isMeant: readTextFilter(query) }),
  });
  const clicks = await readMessageClicks(
    platform.table,
    texts.map(({ message }) => message.id),
  );
  return {
    results: texts.map(({ message, job, campaignId, campaignName }, index) => ({
      message: { ...presentMessageStatus(message), ...presentClicks(clicks[index]) },
      purpose: message.purpose,
      ...(job && { jobId: job.id, jobKind: job.kind }),
      ...(campaignId !== undefined && { campaignId, campaignName }),
    })),
    nextCursor: nextPlace === undefined ? undefined : writeListCursor(scope, nextPlace),
  };
}
