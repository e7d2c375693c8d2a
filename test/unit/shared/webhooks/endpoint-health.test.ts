import type { AttemptOutcome } from '../../../../shared/webhooks/delivery';
import { healthAfter } from '../../../../shared/webhooks/endpoint-health';
import type { EndpointQueue } from '../../../../shared/webhooks/endpoint-queue';

const NOW = '2026-03-10T12:00:00.000Z';
const LONG_AGO = '2026-03-05T12:00:00.000Z';
const YESTERDAY = '2026-03-09T12:00:00.000Z';
const DELIVERED: AttemptOutcome = { outcome: 'delivered', responseStatus: 200 };
const FAILED: AttemptOutcome = {
  ...{ outcome: 'failed', responseStatus: 500, error: 'status 500' },
  retryAfterSeconds: undefined,
};
const GONE: AttemptOutcome = { outcome: 'gone', responseStatus: 410 };

const after = (outcome: AttemptOutcome, failingSince?: string, enabledAt = '2026-03-01T00:00:00.000Z') => {
  const endpointQueue = { endpointId: 'whk_1', accountId: 'acc_1', failingSince } as EndpointQueue;
  const health = healthAfter(endpointQueue, { endpoint: { enabledAt }, outcome, now: new Date(NOW) });
  return [health.endpointQueue.failingSince, health.endpointQueue.lastSuccessAt, health.reason];
};

describe('the health of an endpoint', () => {
  it('is well after a delivery', () =>
    expect(after(DELIVERED, LONG_AGO)).toEqual([undefined, NOW, undefined]));

  it('fails from the first attempt that fails', () => {
    expect(after(FAILED)).toEqual([NOW, undefined, undefined]);
    expect(after(FAILED, YESTERDAY)).toEqual([YESTERDAY, undefined, undefined]);
  });

  it('is a reason to disable it after five days without a success', () =>
    expect(after(FAILED, LONG_AGO)).toEqual([LONG_AGO, undefined, 'failing']));

  it('begins anew when it is enabled again', () =>
    expect(after(FAILED, LONG_AGO, YESTERDAY)).toEqual([NOW, undefined, undefined]));

  it('is a reason to disable it when the receiver says that it is gone', () =>
    expect(after(GONE)).toEqual([NOW, undefined, 'gone']));
});
