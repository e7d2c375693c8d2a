import { isAutomaticAgent } from '../../../../../shared/sending/links/internal/automatic-agent';
import { classifyUserAgent } from '../../../../../shared/sending/links/internal/user-agent-class';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('programs that are no person’s browser', () => {
  it.each([
    [
      'iMessage',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
    ['WhatsApp and Signal', 'WhatsApp/2.23.20.0 A'],
    ['WhatsApp of today', 'WhatsApp/2'],
    ['Facebook and Messenger', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Meta', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
    ['Telegram', 'TelegramBot (like TwitterBot)'],
    ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    [
      'Skype and Teams',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    ],
    ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    [
      'Google Messages',
      `Mozilla/5.0 (Linux; Android 14; K) ${BLINK} Chrome/120.0.0.0 Mobile Safari/537.36 (Google Web Preview)`,
    ],
    [
      'Google',
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/114.0 Mobile Safari/537.36 (compatible; Google-Read-Aloud)`,
    ],
    ['a messaging app on Android', 'Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B Build/TP1A.220624.014)'],
    ['another', 'okhttp/4.12.0'],
    ['a messaging app on an iPhone', 'MobileSMS/1.0 CFNetwork/1410.0.3 Darwin/22.6.0'],
    [
      'a browser without a person',
      `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/120.0.0.0 Safari/537.36`,
    ],
    ['a filter', 'Mozilla/5.0 (compatible; Barracuda Sentinel)'],
    ['a script', 'python-requests/2.31.0'],
    ['Node.js', 'node'],
    ['half a browser', 'Mozilla/5.0'],
  ])('include %s', (_name, userAgent) => {
    expect(isAutomaticAgent(userAgent)).toBe(true);
  });
});

describe('browsers of people', () => {
  it.each([
    [
      'Safari on an iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Chrome on Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Chrome on an iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/140.0.1 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Samsung Internet',
      `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${BLINK} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ],
    ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    [
      'Edge',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    [
      'the browser in Facebook',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.41.94;FBDV/iPhone14,5]`,
    ],
    [
      'the browser in Instagram',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Mobile/15E148 Instagram 330.0.3.29.98 (iPhone14,5; iOS 17_5; en_US)`,
    ],
    [
      'the browser in Gmail or Google',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} GSA/320.0.645 Mobile/15E148 Safari/604.1`,
    ],
    [
      'a web view',
      `Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) ${BLINK} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'a Cubot phone',
      `Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) ${BLINK} Chrome/80.0.3987.99 Mobile Safari/537.36`,
    ],
    [
      'Ecosia',
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/150.0.0.0 Mobile Safari/537.36 (Ecosia android@150.0.0.0)`,
    ],
    ['Opera Mini', 'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80; en) Presto/2.5'],
    ['a phone with keys', 'Nokia6300/2.0 (05.00) Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3'],
    ['Internet Explorer', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)'],
    ['nothing said', undefined],
    ['nothing said at all', ''],
  ])('include %s', (_name, userAgent) => {
    expect(isAutomaticAgent(userAgent)).toBe(false);
  });
});

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
