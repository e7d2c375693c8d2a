import fc from 'fast-check';
import { requestErasure } from '../../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../../shared/erasure/run-erasures';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { presentMessage } from '../../../../../shared/messages/message';
import { readJobClicks, readLinkClicks } from '../../../../../shared/sending/clicks/click-counters';
import { followLink } from '../../../../../shared/sending/links/follow-link';
import { findMessage } from '../../../../../shared/sending/single/find-message';
import { useEngine } from '../../../../support/engines/engine';
import { validateEvent } from '../../../../support/webhooks/event-schemas';
import { createJobsFixture, type JobsFixture } from '../../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { NO_DEAD_LETTERS } from '../../../../support/aws/no-dead-letters';
import { clickEvents, clicksOf, sendLinks } from '../../../../support/sending/link-clicks';
import { linkDomainOf, registerLink } from '../../../../support/service/own-links';
import { createQuietLog } from '../../../../support/logs/quiet-log';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const MINUTE_MS = 60_000;

const engine = useEngine();
let jobs: JobsFixture;
let host: string;
let first: string;
let second: string;
let paths = 0;
beforeEach(async () => {
  jobs = await createJobsFixture(engine.table, { contacts: 100 });
  host = linkDomainOf(jobs.accountId);
  [first, second] = [`/a${(paths += 1)}`, `/b${paths}`];
  for (const path of [first, second])
    await registerLink(jobs, { accountId: jobs.accountId, link: host + path });
});

const send = () => sendLinks(jobs, [host + first, host + second]);

const click = (token: string, { path = first, userAgent = PHONE } = {}) =>
  followLink({ ...jobs, log: createQuietLog() }, { host, path, token, userAgent, isAutomatic: false });

describe('rules 2.7: clicks of a message', () => {
  it('are counted with the first and the last time, a link once a minute', async () => {
    const { messages } = await send();
    const { messageId, token } = messages[0]!;
    expect(await clicksOf(engine.table, messageId)).toBeUndefined();
    const at = jobs.clock.now();
    jobs.advance(MINUTE_MS - (at.getTime() % MINUTE_MS));
    const firstAt = jobs.clock.now().toISOString();
    await click(token);
    await click(token);
    expect(await clicksOf(engine.table, messageId)).toEqual({ count: 1, firstAt, lastAt: firstAt });
    jobs.advance(MINUTE_MS - 1);
    await click(token);
    expect(await clicksOf(engine.table, messageId)).toEqual({ count: 1, firstAt, lastAt: firstAt });
    await click(token, { path: second });
    const bothAt = jobs.clock.now().toISOString();
    expect(await clicksOf(engine.table, messageId)).toEqual({ count: 2, firstAt, lastAt: bothAt });
    jobs.advance(1);
    await click(token);
    expect(await clicksOf(engine.table, messageId)).toEqual({
      count: 3,
      firstAt,
      lastAt: jobs.clock.now().toISOString(),
    });
  });

  it('have one first one, whose event is told once, however many come at once', async () => {
    const { jobId, messages } = await send();
    const { messageId, token } = messages[0]!;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => click(token, { path: index % 2 === 0 ? first : second })),
    );
    const told = await clickEvents(engine.table, jobs.accountId);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ type: 'messaging.link.clicked', jobId, message: { id: messageId } });
    expect(await clicksOf(engine.table, messageId)).toMatchObject({ count: 2 });
    expect(await readJobClicks(engine.table, jobId)).toMatchObject({ messages: 1, clicks: 2 });
    jobs.advance(10 * MINUTE_MS);
    await click(token);
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(1);
  });

  it('tell who was sent what, which link was followed, and when', async () => {
    const { jobId, messages } = await send();
    const { messageId, token } = messages[0]!;
    await click(token, { path: second });
    const [event] = await clickEvents(engine.table, jobs.accountId);
    const message = await findMessage(engine.table, jobs.accountId, messageId);
    const clickedAt = jobs.clock.now().toISOString();
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'messaging.link.clicked',
      version: 1,
      time: clickedAt,
      accountId: jobs.accountId,
      message: {
        ...presentMessage(message!),
        ...{ channel: 'sms', providerMessageId: message!.providerMessageId },
      },
      link: host + second,
      clickedAt,
      jobId,
    });
    expect(validateEvent(event!)).toBeNull();
  });

  it('of a person who was erased count for the link alone', async () => {
    const { jobId, messages } = await send();
    const { messageId, token } = messages[0]!;
    const { to } = (await findMessage(engine.table, jobs.accountId, messageId))!;
    const { accountId } = jobs;
    const { id: erasureId } = await requestErasure(jobs, { accountId, phoneNumber: to as E164 });
    await runErasures(
      { ...jobs, files: memoryFiles(), ...NO_DEAD_LETTERS },
      { erasureId, remainingMs: () => 15 * MINUTE_MS },
    );
    await click(token);
    expect(await readJobClicks(engine.table, jobId)).toMatchObject({ messages: 0 });
    expect(await readLinkClicks(engine.table, { accountId, link: host + first })).toEqual({
      ...{ messages: 0, clicks: 0, unattributed: 1, bots: 0 },
    });
    expect(await clickEvents(engine.table, jobs.accountId)).toEqual([]);
  });
});

describe('counts of clicks', () => {
  it('are those of a model, in whatever order people and robots click', async () => {
    const { jobId, messages } = await send();
    const steps = fc.array(
      fc.record({
        who: fc.nat(4),
        isSecond: fc.boolean(),
        isBot: fc.boolean(),
        waitMinutes: fc.nat(1),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const counted = new Map<string, number>();
    const seen = new Set<string>();
    let ofFirst = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const { who, isSecond, isBot, waitMinutes } of taken) {
          jobs.advance(waitMinutes * MINUTE_MS);
          const { messageId, token } = messages[who]!;
          const path = isSecond ? second : first;
          await click(token, { path, userAgent: isBot ? 'Slackbot 1.0' : PHONE });
          const key = `${messageId} ${path} ${jobs.clock.now().toISOString().slice(0, 16)}`;
          if (isBot || seen.has(key)) continue;
          seen.add(key);
          counted.set(messageId, (counted.get(messageId) ?? 0) + 1);
          if (!isSecond) ofFirst += 1;
        }
        const clicks = [...counted.values()].reduce((sum, count) => sum + count, 0);
        const found = await readJobClicks(engine.table, jobId);
        expect([found.messages, found.clicks]).toEqual([counted.size, clicks]);
        const ofLink = await readLinkClicks(engine.table, { accountId: jobs.accountId, link: host + first });
        expect(ofLink.clicks).toBe(ofFirst);
        for (const [messageId, count] of counted)
          expect((await clicksOf(engine.table, messageId))?.count).toBe(count);
      }),
      { numRuns: 12 },
    );
  });

  it('lose nothing when all recipients of a job click at once', async () => {
    const { jobId, messages } = await send();
    await Promise.all(messages.map(({ token }) => click(token)));
    expect(await readJobClicks(engine.table, jobId)).toEqual({
      messages: 100,
      clicks: 100,
      links: [{ link: host + first, clicks: 100 }],
    });
    expect(await clickEvents(engine.table, jobs.accountId)).toHaveLength(100);
  });
});
