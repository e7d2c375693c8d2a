import { readPageSize } from '../page-size';
import { messageResource, messagesPath } from './message-resource';
import type { PresentedMessage } from './message-status';

/** Parameters of the list in the words of the service. Unknown ones are left out, as Twilio ignores them. */
const NAMES: Readonly<Record<string, string>> = {
  To: 'to',
  From: 'from',
  PageSize: 'limit',
  PageToken: 'cursor',
  DateSent: 'sentOn',
  'DateSent<': 'sentBefore',
  'DateSent>': 'sentAfter',
};

/** Cursor of no list: a later page without its token is refused as one with a wrong token, and not answered by the first page. */
const NO_CURSOR = 'none';

export function toServiceQuery(query: Record<string, string | undefined>): Record<string, string> {
  const isLater = Number(query.Page) > 0;
  return {
    ...(isLater && { cursor: NO_CURSOR }),
    ...Object.fromEntries(
      Object.entries(query).flatMap(([name, value = '']) => {
        const ours = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
        // A program that did not escape the + of a number or time zone sends a space.
        return ours === undefined || value === '' ? [] : [[ours, value.replace(' ', '+')]];
      }),
    ),
  };
}

/**
 * Returns a page of messages as Twilio's list. `Page` only counts; `PageToken` says where the next page begins, and a later page
 * is refused without it.
 *
 * **Source:** Twilio, "Twilio's Response", "Paging Information".
 */
export function toTwilioPage(
  { messages, nextCursor }: { messages: PresentedMessage[]; nextCursor?: string },
  { accountSid, asked }: { accountSid: string; asked: URLSearchParams },
) {
  const page = Number(asked.get('Page') ?? 0) || 0;
  const pageSize = readPageSize(asked.get('PageSize') ?? undefined);
  const path = `${messagesPath(accountSid)}.json`;
  const uriOf = (place: Record<string, string>) => {
    const parameters = new URLSearchParams(asked);
    for (const name of ['Page', 'PageSize', 'PageToken']) parameters.delete(name);
    for (const [name, value] of Object.entries({ PageSize: String(pageSize), ...place })) {
      parameters.set(name, value);
    }
    return `${path}?${parameters.toString()}`;
  };
  const token = asked.get('PageToken');
  return {
    messages: messages.map((message) => messageResource(message, accountSid)),
    page,
    page_size: pageSize,
    start: page * pageSize,
    end: page * pageSize + Math.max(0, messages.length - 1),
    uri: uriOf({ Page: String(page), ...(token !== null && { PageToken: token }) }),
    first_page_uri: uriOf({ Page: '0' }),
    next_page_uri: nextCursor === undefined ? null : uriOf({ Page: String(page + 1), PageToken: nextCursor }),
    // Lists are read forwards only.
    previous_page_uri: null,
  };
}
