import { EventType } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { deliveryStatusOf } from '../../../../../shared/platform/provider/eum-events';

/** Status of an event while it is not final, and when it is. */
const EXPECTED: Record<string, [string, string]> = {
  QUEUED: ['pending', 'pending'],
  PENDING: ['pending', 'pending'],
  SENT: ['pending', 'pending'],
  SUCCESSFUL: ['pending', 'delivered'],
  DELIVERED: ['delivered', 'delivered'],
  BLOCKED: ['pending', 'failed'],
  CARRIER_BLOCKED: ['pending', 'failed'],
  CARRIER_UNREACHABLE: ['pending', 'failed'],
  FILE_INACCESSIBLE: ['pending', 'failed'],
  FILE_SIZE_EXCEEDED: ['pending', 'failed'],
  FILE_TYPE_UNSUPPORTED: ['pending', 'failed'],
  INVALID: ['pending', 'failed'],
  INVALID_MESSAGE: ['pending', 'failed'],
  PROTECT_BLOCKED: ['pending', 'failed'],
  SPAM: ['pending', 'failed'],
  TTL_EXPIRED: ['pending', 'failed'],
  UNKNOWN: ['pending', 'failed'],
  UNREACHABLE: ['pending', 'failed'],
};

const ofMessages = Object.values(EventType).filter(
  (type) => /^(?:TEXT|MEDIA)_/.test(type) && !type.endsWith('_ALL'),
);

it('knows all 31 events of texts and media that the service’s model has', () => {
  expect(ofMessages).toHaveLength(31);
  expect(ofMessages.filter((type) => EXPECTED[type.replace(/^[A-Z]+_/, '')] === undefined)).toEqual([]);
});

it.each(ofMessages)('%s, before and as the last word', (type) => {
  const statuses = [deliveryStatusOf(type, false), deliveryStatusOf(type, true)];
  expect(statuses).toEqual(EXPECTED[type.replace(/^[A-Z]+_/, '')]);
});

it.each([
  ['TEXT_SOMETHING_NEW', 'pending'],
  ['MEDIA_toString', 'pending'],
  ['VOICE_COMPLETED', undefined],
  ['RCS_DELIVERED', undefined],
  ['REGISTRATION_STATUS_CHANGED', undefined],
  ['', undefined],
])('%s, which is not in the table, is %s', (type, expected) => {
  expect(deliveryStatusOf(type, true)).toBe(expected);
});
