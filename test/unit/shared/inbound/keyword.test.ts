import { INTRODUCTION } from '../../../../lib/reference/openapi-introduction';
import type { Account } from '../../../../shared/accounts/account';
import { countSegments } from '../../../../shared/content/segments';
import { type Keyword, KEYWORD_SPELLINGS, readKeyword } from '../../../../shared/inbound/keyword';
import { composeReply } from '../../../../shared/inbound/internal/replies';
import type { TextMeaning } from '../../../../shared/inbound/internal/text-meaning';

describe('words of refusal and consent', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP"',
    'S T O P',
    'STOPALL',
    'stop all',
    'Unsubscribe!',
    'CANCEL',
    'end',
    'quit',
    'Revoke',
    'OPTOUT',
    'opt out',
    'Opt-Out',
    'REMOVE',
    'STOP\u200b',
    'ＳＴＯＰ',
    'STOP 🛑',
  ])('%j refuses', (body) => {
    expect(readKeyword(body)).toBe('stop');
  });

  it.each([
    ['YES', 'yes'],
    ['yes!', 'yes'],
    ['Y', 'yes'],
    [' y ', 'yes'],
    ['START', 'start'],
    ['un-stop', 'unstop'],
    ['Help?', 'help'],
    ['INFO', 'help'],
  ])('%j is %s', (body, keyword) => {
    expect(readKeyword(body)).toBe(keyword);
  });

  it.each([
    '',
    ' ',
    '!',
    'STOP it',
    'please stop',
    'do not stop',
    'YESS',
    'YES please',
    'N',
    'STOP2',
    'YE S!S',
  ])('%j is none', (body) => {
    expect(readKeyword(body)).toBeUndefined();
  });
});

describe('the words as the reference lists them', () => {
  it('each mean what they are listed for', () => {
    for (const [keyword, words] of Object.entries(KEYWORD_SPELLINGS)) {
      expect(words.map((word) => readKeyword(word))).toEqual(words.map(() => keyword));
    }
  });

  it('are in the introduction, each with what it does', () => {
    const words = Object.values(KEYWORD_SPELLINGS).flat();
    expect(words.filter((word) => !INTRODUCTION.includes(`\`${word}\``))).toEqual([]);
  });
});

describe('the reply to a text', () => {
  const replyTo = (meaning: TextMeaning, more: Partial<Account> = {}, keywordReplies: 'on' | 'off' = 'on') =>
    composeReply({ name: 'Acme', ...more } as Account, { meaning, keywordReplies });
  const toKeyword = (keyword: Keyword, more: Partial<Account> = {}, keywordReplies: 'on' | 'off' = 'on') =>
    replyTo({ kind: 'keyword', keyword }, more, keywordReplies);

  it('HELP is the account’s own, or one that names the brand and says STOP', () => {
    expect(toKeyword('help', { helpText: 'Call us' })?.body).toBe('Call us');
    const text = (brand: string) =>
      `${brand}: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.`;
    expect(toKeyword('help')).toEqual({ body: text('Acme'), purpose: 'keywordReply' });
    expect(toKeyword('help', { brand: 'Acme Shoes' })?.body).toBe(text('Acme Shoes'));
  });

  it('STOP is the account’s own, or one that names the brand and says that nothing more will come', () => {
    expect(toKeyword('stop', { optOutText: 'Bye' })?.body).toBe('Bye');
    const text = (brand: string) =>
      `${brand}: You have opted out and will get no more texts. Reply HELP for help.`;
    expect(toKeyword('stop')).toEqual({ body: text('Acme'), purpose: 'keywordReply', withinMs: 300_000 });
    expect(toKeyword('stop', { brand: 'Acme Shoes' })?.body).toBe(text('Acme Shoes'));
  });

  it('STOP is one segment by default for names of up to 91 characters', () => {
    const segmentsOf = (length: number) =>
      countSegments(toKeyword('stop', { name: 'n'.repeat(length) })?.body ?? '').segments;
    expect([segmentsOf(91), segmentsOf(92)]).toEqual([1, 2]);
  });

  it.each(['yes', 'start', 'unstop'] as const)('%s is none', (keyword) =>
    expect(toKeyword(keyword)).toBeUndefined(),
  );

  it.each([
    ['on', 'off', true],
    ['off', 'on', false],
    [undefined, 'on', true],
    [undefined, 'off', false],
  ] as const)(
    'HELP and STOP with the setting %s, %s by default, is sent: %s',
    (keywordReplies, byDefault, isSent) => {
      for (const keyword of ['help', 'stop'] as const) {
        expect(toKeyword(keyword, { keywordReplies }, byDefault) !== undefined).toBe(isSent);
      }
    },
  );

  it('a keyword of the account is its own, whoever answers STOP and HELP', () => {
    const accountKeyword = { word: 'HOURS', reply: 'Nine to five', createdAt: '2026-03-01T12:00:00.000Z' };
    const reply = { body: 'Nine to five', purpose: 'autoReply', withinMs: 3_600_000 };
    expect(replyTo({ kind: 'accountKeyword', accountKeyword }, { keywordReplies: 'off' })).toEqual(reply);
    const silent = { ...accountKeyword, reply: undefined };
    expect(replyTo({ kind: 'accountKeyword', accountKeyword: silent })).toBeUndefined();
  });

  it('other words is the away reply when it is due', () => {
    const away = { awayReply: 'Closed' };
    const reply = { body: 'Closed', purpose: 'autoReply', withinMs: 3_600_000 };
    expect(replyTo({ kind: 'words', isAnsweredAway: true }, away)).toEqual(reply);
    expect(replyTo({ kind: 'words', isAnsweredAway: false }, away)).toBeUndefined();
    expect(replyTo({ kind: 'likelyOptOut', reason: 'refusal' }, away)).toBeUndefined();
  });
});
