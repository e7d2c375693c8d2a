import { type Api, unwrap } from '../api/client';
import { orNothing } from '../api/or-nothing';
import { formatDateTime } from '../format/dates';
import { countOf } from '../format/numbers';
import type { Found } from './places';
import { kindOfId } from './search-text';

/** Account whose data is searched. */
interface SearchedAccount {
  api: Api;
  path: (screen: string) => string;
}

/** Finds what a whole id names; nothing for other text. */
export async function findById(account: SearchedAccount, text: string): Promise<Found[]> {
  const found = await readById(account, text);
  return found === undefined ? [] : [{ ...found, id: text, to: account.path(found.to) }];
}

async function readById({ api }: SearchedAccount, id: string): Promise<Omit<Found, 'id'> | undefined> {
  const params = { params: { path: { id } } };
  switch (kindOfId(id)) {
    case 'msg': {
      const text = await orNothing(unwrap(api.GET('/api/v1/messaging/message/{id}', params)));
      if (text === undefined) return undefined;
      const [word, phone] =
        text.direction === 'inbound' ? (['from', text.from] as const) : (['to', text.to] as const);
      const details = formatDateTime(text.createdAt);
      return { text: `Text ${word} ${phone ?? 'an erased contact'}`, details, to: `messages/${id}` };
    }
    case 'brc':
      return readJob(api, id);
    case 'cmp': {
      const campaign = await orNothing(unwrap(api.GET('/api/v1/campaigns/{id}', params)));
      return campaign && { text: campaign.name, details: 'Campaign', to: `campaigns/${id}` };
    }
    case 'aut': {
      const automation = await orNothing(unwrap(api.GET('/api/v1/automations/{id}', params)));
      return automation && { text: automation.name, details: 'Automation', to: `automations/${id}` };
    }
    case 'seg': {
      const segment = await orNothing(unwrap(api.GET('/api/v1/segments/{id}', params)));
      return segment && { text: segment.name, details: 'Segment', to: `segments/${id}` };
    }
    case 'imp': {
      const read = await orNothing(unwrap(api.GET('/api/v1/contacts/imports/{id}', params)));
      return read && { text: `Import of ${formatDateTime(read.createdAt)}`, to: `imports/${id}` };
    }
    case 'grp': {
      const group = await orNothing(unwrap(api.GET('/api/v1/groups/{id}', params)));
      return group && { text: group.name, details: 'Group', to: `contacts?group=${id}` };
    }
    case undefined:
      return undefined;
  }
}

/** Reads a job, whose id does not say whether it is a broadcast or a batch. */
async function readJob(api: Api, id: string): Promise<Omit<Found, 'id'> | undefined> {
  const params = { params: { path: { id } } };
  const broadcast = await orNothing(unwrap(api.GET('/api/v1/messaging/broadcast/{id}', params)));
  const job = broadcast ?? (await orNothing(unwrap(api.GET('/api/v1/messaging/batch/{id}', params))));
  if (job === undefined) return undefined;
  const kind = broadcast === undefined ? 'batch' : 'broadcast';
  const name = kind === 'batch' ? 'Batch' : 'Broadcast';
  const details = formatDateTime(job.createdAt);
  const to = `jobs/${kind}/${id}`;
  return { text: `${name} to ${countOf(job.totalRecipients, 'recipient')}`, details, to };
}
