import { classifyUserAgent } from '../../../../shared/content/user-agent-class';

describe('the class of a user agent', () => {
  it.each([
    ['mobile', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
    [
      'mobile',
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    ],
    ['mobile', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15'],
    ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'],
    [
      'desktop',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    ],
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['bot', 'facebookexternalhit/1.1 Facebot Twitterbot/1.0'],
    ['bot', 'curl/8.5.0'],
    ['bot', 'SomethingElse/1.0'],
    ['unknown', 'Mozilla/5.0 (PlayStation 5) AppleWebKit/605.1.15'],
    ['unknown', ''],
    ['unknown', undefined],
  ])('is %s for %s', (expected, userAgent) => {
    expect(classifyUserAgent(userAgent)).toBe(expected);
  });
});
