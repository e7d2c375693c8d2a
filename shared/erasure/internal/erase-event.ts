import type { People } from './people';

interface EventDetail {
  accountId?: unknown;
  time?: unknown;
  contact?: { phoneNumber?: unknown };
  message?: { to?: unknown; from?: unknown; createdAt?: unknown; direction?: unknown };
  campaign?: { createdAt?: unknown };
}

/**
 * Removes a person from an event; the ids and everything that counts stay. A campaign that is named after the person
 * loses its name.
 *
 * @param people without `withoutPeople` where only hashes of them are known
 * @param detail as it was put on the bus
 * @returns `undefined` for an event that is not about one of them
 */
export function eraseEvent<Detail extends object>(
  people: Pick<People, 'has'> & Partial<Pick<People, 'withoutPeople'>>,
  detail: Detail,
): Detail | undefined {
  const { accountId, time, contact, message, campaign } = detail as EventDetail;
  if (typeof accountId !== 'string' || typeof time !== 'string') return undefined;
  const isPerson = (phoneNumber: unknown, at: string) =>
    typeof phoneNumber === 'string' && people.has({ accountId, phoneNumber, at });
  if (contact && isPerson(contact.phoneNumber, time)) {
    return { ...detail, contact: { ...contact, phoneNumber: null, erased: true } };
  }
  if (campaign) {
    const place = { accountId, at: textOr(time, campaign.createdAt) };
    const cleaned = people.withoutPeople?.(campaign, place) ?? campaign;
    return cleaned === campaign ? undefined : { ...detail, campaign: cleaned };
  }
  const at = textOr(time, message?.createdAt);
  if (!message || !(isPerson(message.to, at) || isPerson(message.from, at))) return undefined;
  const from = message.direction === 'inbound' ? { from: null } : {};
  const { mediaUrl: _mediaUrl, statusCallback: _callback, ...kept } = message as Record<string, unknown>;
  return { ...detail, message: { ...kept, to: null, ...from, body: null, erased: true } };
}

const textOr = (otherwise: string, value: unknown): string => (typeof value === 'string' ? value : otherwise);
