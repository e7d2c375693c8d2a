import { runWebhookLoad } from '../load/webhook-load';

jest.setTimeout(300_000);

describe('the local service, killed while it delivers', () => {
  it('brings each of 200 events to a receiver that fails half of its requests', async () => {
    const { processed, unverified, requests } = await runWebhookLoad({ events: 200, kills: 1 });

    expect({ processed, unverified }).toEqual({ processed: 200, unverified: 0 });
    expect(requests).toBeGreaterThanOrEqual(200);
  });
});
