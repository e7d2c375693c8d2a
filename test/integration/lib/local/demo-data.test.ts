import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inventPeople, isUnreachable, toCsv } from '../../../../lib/local/demo-data/people';
import { demoClockOffsetMs } from '../../../../lib/local/demo-data/fill-demo';
import type { DemoDescription } from '../../../../lib/local/data-dir';
import { type StartedService, startService } from '../../../support/service/start-service';

const TIMEOUT_MS = 600_000;

describe('the people of --demo', () => {
  const now = new Date('2026-05-06T12:00:00.000Z');

  it('are the same for the same seed and day', () => {
    expect(inventPeople({ seed: 7, now })).toEqual(inventPeople({ seed: 7, now }));
    expect(inventPeople({ seed: 8, now })).not.toEqual(inventPeople({ seed: 7, now }));
  });

  it('have numbers of their own that belong to no one', () => {
    const numbers = inventPeople({ seed: 7, now }).map(({ phoneNumber }) => phoneNumber);
    expect(new Set(numbers).size).toBe(2080);
    expect(numbers.filter((number) => !/^\+1(\d{3}55501\d\d|500555000[19])$/.test(number))).toEqual([]);
  });

  it('are a file with a row each', () => {
    const lines = toCsv(inventPeople({ seed: 7, now }))
      .trim()
      .split('\n');
    expect(lines[0]).toBe(
      'Mobile number,First name,Last name,Email,City,State,ZIP,Birthday,Tier,Points,Last visit',
    );
    expect(lines).toHaveLength(2081);
  });

  it('have their phones switched off now and then', () => {
    const off = inventPeople({ seed: 7, now }).filter(({ phoneNumber }) => isUnreachable(phoneNumber)).length;
    expect(off).toBeGreaterThan(10);
    expect(off).toBeLessThan(100);
  });
});

it('the clock of --demo begins twenty days ago, when shops are open', () => {
  const nowMs = Date.parse('2026-05-26T03:04:05.678Z');
  expect(new Date(nowMs + demoClockOffsetMs(nowMs)).toISOString()).toBe('2026-05-06T18:30:00.000Z');
});

it('the campaigns of --demo, 2, 9 and 15 days after it begins, are not sent on a Sunday', () => {
  const weekdays = Array.from({ length: 7 }, (_, day) => {
    const nowMs = Date.parse('2026-11-26T00:05:00Z') + day * 86_400_000;
    const beginsMs = nowMs + demoClockOffsetMs(nowMs);
    return [2, 9, 15].map((days) => new Date(beginsMs + days * 86_400_000).getUTCDay());
  });
  expect(weekdays.flat()).not.toContain(0);
});

describe('npm start -- --demo', () => {
  let service: StartedService;
  let demo: DemoDescription;

  beforeAll(async () => {
    service = await startService(['--in-memory', '--demo'], { hasOwnTable: true });
    demo = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8')) as DemoDescription;
  }, TIMEOUT_MS);

  afterAll(() => service.stop());

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const credentials = Buffer.from(`${demo.apiKeyId}:${demo.apiKeySecret}`).toString('base64');
    const answer = await fetch(demo.baseUrl + path, {
      method,
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  }

  it('has people with and without consent, and some who opted out', async () => {
    const { matched, blocked } = await ask<{
      matched: number;
      blocked: { notOptedIn: number; hardOptedOut: number };
    }>('POST', '/api/v1/segments/preview', { audience: { everyone: true } });
    expect(matched).toBe(2081);
    expect(blocked.notOptedIn).toBeGreaterThan(100);
    expect(blocked.hardOptedOut).toBeGreaterThan(10);
  });

  it('has campaigns in each state that a person wants to see', async () => {
    const { results } = await ask<{
      results: {
        id: string;
        name: string;
        status: string;
        counts: Record<string, number>;
        createdAt: string;
      }[];
    }>('GET', '/api/v1/campaigns');
    expect(results.map(({ name, status }) => [name, status])).toEqual([
      ['Holiday hours', 'awaitingApproval'],
      ['Thank you, Gold members', 'draft'],
      ['Parking at our shops', expect.stringMatching(/^(scheduled|selecting|sending)$/)],
      ['New opening hours', 'completed'],
      ['Double points for Gold', 'completed'],
      ['Autumn blend', 'completed'],
    ]);
    const autumn = results.at(-1);
    const failed = await ask<{ results: { errorType: string }[] }>(
      'GET',
      `/api/v1/campaigns/${autumn?.id}/recipients?status=failed`,
    );
    // On a busy machine some answers of the provider are too late.
    const refused = failed.results.filter(({ errorType }) => errorType !== 'outcome_unknown');
    expect(refused).toHaveLength(2);
    expect(autumn?.counts.optedOut).toBeGreaterThan(5);
    expect(autumn?.counts.clicked).toBeGreaterThan(50);
    expect(autumn?.counts.undelivered).toBeGreaterThan(10);
    const ageDays = (Date.now() - Date.parse(autumn?.createdAt ?? '')) / 86_400_000;
    // Sent two days after a beginning that is 19.2 to 22.2 days back, by the day of the week and the hour.
    expect(ageDays).toBeGreaterThan(17);
    expect(ageDays).toBeLessThan(20.3);
  });

  it('has segments', async () => {
    const { results } = await ask<{ results: { name: string }[] }>('GET', '/api/v1/segments');
    expect(results.map(({ name }) => name)).toEqual([
      'Birthday today',
      'Not seen for half a year',
      'Washington and Oregon',
      'Gold members',
    ]);
  });

  it('ends at the present: what is done now has the time of now', async () => {
    const name = `Now ${randomBytes(4).toString('hex')}`;
    const { createdAt } = await ask<{ createdAt: string }>('POST', '/api/v1/segments', {
      name,
      audience: { everyone: true },
    });
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000);
  });
});
