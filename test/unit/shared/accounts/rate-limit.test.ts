import { limitOf, rateLimitHeaders } from '../../../../shared/accounts/rate-limit';

describe('the limit of a bucket (rules 8.1)', () => {
  it.each([
    ['message', 60],
    ['broadcast', 1],
    ['batch', 5],
    ['contactApiWrite', 150],
    ['contactApiRead', 150],
    ['read', 300],
    ['campaignWrite', 60],
    ['replay', 600],
    ['user', 240],
    ['stop', 120],
  ] as const)('is for %s %d requests', (bucket, limit) => {
    expect(limitOf({ rateLimits: {} }, bucket)).toBe(limit);
  });

  it('is the account’s own where it has one', () => {
    const account = { rateLimits: { message: 500 } };
    expect([limitOf(account, 'message'), limitOf(account, 'broadcast')]).toEqual([500, 1]);
  });

  it('can be 0', () => {
    expect(limitOf({ rateLimits: { batch: 0 } }, 'batch')).toBe(0);
  });
});

describe('the headers of a counted request', () => {
  it('tell the policy, what is left, and for how long, as structured fields', () => {
    expect(
      rateLimitHeaders({ isAllowed: true, bucket: 'message', limit: 60, remaining: 59, resetSeconds: 60 }),
    ).toEqual({ 'ratelimit-policy': '"message";q=60;w=60', ratelimit: '"message";r=59;t=60' });
  });

  it('tell a refused request that nothing is left', () => {
    expect(
      rateLimitHeaders({ isAllowed: false, bucket: 'broadcast', limit: 1, remaining: 0, resetSeconds: 7 }),
    ).toEqual({ 'ratelimit-policy': '"broadcast";q=1;w=60', ratelimit: '"broadcast";r=0;t=7' });
  });
});
