import type { operations } from '../../../shared/http/generated/console-api';

/** Filter of the recipients of a campaign, broadcast or batch. */
export type RecipientFilter = Omit<
  NonNullable<operations['listCampaignRecipients']['parameters']['query']>,
  'limit' | 'cursor'
>;

/** Texts that did not arrive: either the phone did not get them, or they were not sent at all. */
export const NOT_DELIVERED = 'deliveryStatus=failed';
export const NOT_SENT = 'status=failed';
export const SKIPPED = 'status=skipped';

/** Choices of the filter, as query strings. */
export const RECIPIENT_FILTERS: { value: string; label: string }[] = [
  { value: '', label: 'All recipients' },
  { value: 'status=sent', label: 'Sent' },
  { value: 'deliveryStatus=delivered', label: 'Delivered' },
  { value: NOT_DELIVERED, label: 'Sent, but not delivered' },
  { value: NOT_SENT, label: 'Failed before it was sent' },
  { value: SKIPPED, label: 'Skipped' },
  { value: 'status=pending', label: 'Waiting' },
];

/** Names of the filter's parts in the address. */
export const FILTER_NAMES = ['status', 'deliveryStatus', 'reason'] as const;

/** Reads the filter from the address, which may have any values: the service refuses unknown ones. */
export function readFilter(params: URLSearchParams): RecipientFilter {
  const given = FILTER_NAMES.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
