import { isAutomaticAgent } from '../../../../shared/content/automatic-agent';
import { isLinkIdentifier } from '../../../../shared/content/link';
import { countSegments } from '../../../../shared/content/segments';
import { classifyUserAgent } from '../../../../shared/content/user-agent-class';

const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_EXTENSION = '\f^{}\\[~]|€';
const FAMILY = '👨‍👩‍👧‍👦';

describe('encoding (rules 2.7 rule 6, GSM 03.38)', () => {
  it('knows the 127 printable characters of the default alphabet', () => {
    expect(GSM_BASIC).toHaveLength(127);
    expect(countSegments(GSM_BASIC)).toEqual({ encoding: 'GSM-7', segments: 1 });
  });

  it.each([...GSM_BASIC].map((character) => [character]))('counts %j as one septet', (character) => {
    expect(countSegments(character.repeat(160))).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(character.repeat(161))).toEqual({ encoding: 'GSM-7', segments: 2 });
  });

  it.each([...GSM_EXTENSION].map((character) => [character]))('counts %j as two septets', (character) => {
    expect(countSegments(character.repeat(80))).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(character.repeat(81))).toEqual({ encoding: 'GSM-7', segments: 2 });
  });

  it.each([
    ['an emoji', '😀'],
    ['a curly quote', '’'],
    ['an em dash', '—'],
    ['an accented letter outside the alphabet', 'á'],
    ['a small c with cedilla (only the capital is in it)', 'ç'],
    ['a capital letter with grave accent', 'À'],
    ['a Greek letter that looks like a Latin one', 'Α'],
    ['a Cyrillic letter', 'ж'],
    ['a Chinese character', '好'],
    ['a backtick', '`'],
    ['a tab', '\t'],
    ['a no-break space', '\u00a0'],
    ['a combining accent', 'e\u0301'],
    ['the escape itself', '\u001b'],
  ])('switches the whole message to UCS-2 for %s', (_what, character) => {
    expect(countSegments(`Hello ${character}`)).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments(`${'a'.repeat(70)}${character}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
  });
});

describe('GSM-7 segments (rules 8.2)', () => {
  it('counts the empty text as one segment', () => {
    expect(countSegments('')).toEqual({ encoding: 'GSM-7', segments: 1 });
  });

  it.each([
    [1, 1],
    [159, 1],
    [160, 1],
    [161, 2],
    [306, 2],
    [307, 3],
    [459, 3],
    [460, 4],
    [640, 5],
  ])('counts %i characters as %i segments', (length, segments) => {
    expect(countSegments('a'.repeat(length))).toEqual({ encoding: 'GSM-7', segments });
  });

  it('does not split a character of the extension table over two segments', () => {
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toEqual({
      encoding: 'GSM-7',
      segments: 2,
    });
    expect(countSegments(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual({
      encoding: 'GSM-7',
      segments: 3,
    });
    expect(countSegments('€'.repeat(152))).toEqual({ encoding: 'GSM-7', segments: 2 });
    expect(countSegments('€'.repeat(153))).toEqual({ encoding: 'GSM-7', segments: 3 });
  });

  it('splits an extension character nowhere when the whole fits one segment', () => {
    expect(countSegments(`${'a'.repeat(158)}€`)).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(`${'a'.repeat(159)}€`)).toEqual({ encoding: 'GSM-7', segments: 2 });
  });
});

describe('UCS-2 segments (rules 8.2)', () => {
  it.each([
    [1, 1],
    [69, 1],
    [70, 1],
    [71, 2],
    [134, 2],
    [135, 3],
    [201, 3],
    [202, 4],
    [640, 10],
  ])('counts %i characters as %i segments', (length, segments) => {
    expect(countSegments('ж'.repeat(length))).toEqual({ encoding: 'UCS-2', segments });
  });

  it('counts a character of the extension table as one', () => {
    expect(countSegments(`ж${'{'.repeat(69)}`)).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments(`ж${'{'.repeat(133)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
  });

  it('counts an emoji as two', () => {
    expect(countSegments('😀'.repeat(35))).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments('😀'.repeat(36))).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments('😀'.repeat(66))).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments('😀'.repeat(67))).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('does not split a surrogate pair over two segments', () => {
    expect(countSegments(`${'ж'.repeat(66)}😀${'ж'.repeat(65)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('does not split an emoji of several code points over two segments', () => {
    expect(FAMILY).toHaveLength(11);
    expect(countSegments(`${'ж'.repeat(60)}${FAMILY}${'ж'.repeat(56)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 2,
    });
    expect(countSegments(`${'ж'.repeat(60)}${FAMILY}${'ж'.repeat(57)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 3,
    });
  });

  it('may split between a carriage return and a line feed', () => {
    expect(countSegments(`${'ж'.repeat(66)}\r\n${'ж'.repeat(66)}`)).toEqual({
      encoding: 'UCS-2',
      segments: 2,
    });
  });

  it('splits what is longer than a segment, between code points', () => {
    expect(countSegments(`e${'\u0301'.repeat(133)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`e${'\u0301'.repeat(200)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
    expect(countSegments(`e${'\u0301'.repeat(201)}`)).toEqual({ encoding: 'UCS-2', segments: 4 });
    // U+E0100, a variation selector outside the basic plane: 33 pairs and the letter fill the first segment.
    expect(countSegments(`e${'\u{e0100}'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`e${'\u{e0100}'.repeat(67)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
    expect(countSegments(`😀${'\u{e0100}'.repeat(65)}`)).toEqual({ encoding: 'UCS-2', segments: 2 });
    expect(countSegments(`😀${'\u{e0100}'.repeat(66)}`)).toEqual({ encoding: 'UCS-2', segments: 3 });
  });

  it('counts an unpaired surrogate as one', () => {
    expect(countSegments('\ud800'.repeat(70))).toEqual({ encoding: 'UCS-2', segments: 1 });
    expect(countSegments('\ud800'.repeat(71))).toEqual({ encoding: 'UCS-2', segments: 2 });
  });
});

describe('the identifier of a short link (rules 2.7)', () => {
  it.each([
    ['domain and path', 'go.example.com/summer'],
    ['a path of several segments', 'go.example.com/a/b-c/d_e.f~g'],
    ['upper case in the path', 'go.example.com/Summer26'],
    ['a domain of one label', 'localhost/x'],
    ['200 characters', `go.example.com/${'a'.repeat(185)}`],
  ])('accepts %s', (_title, text) => {
    expect(isLinkIdentifier(text)).toBe(true);
  });

  it.each([
    ['a scheme', 'https://go.example.com/summer'],
    ['a leading slash', '/go.example.com/summer'],
    ['a trailing slash', 'go.example.com/summer/'],
    ['a domain alone', 'go.example.com'],
    ['a domain and a slash', 'go.example.com/'],
    ['an empty segment', 'go.example.com/a//b'],
    ['a query', 'go.example.com/summer?x=1'],
    ['an anchor', 'go.example.com/summer#x'],
    ['surrounding space', ' go.example.com/summer'],
    ['space at the end', 'go.example.com/summer '],
    ['a line feed at the end', 'go.example.com/summer\n'],
    ['upper case in the domain', 'Go.example.com/summer'],
    ['a port', 'go.example.com:80/summer'],
    ['user information', 'a@go.example.com/summer'],
    ['percent-encoding', 'go.example.com/%73ummer'],
    ['a segment of one dot', 'go.example.com/./summer'],
    ['a segment of two dots', 'go.example.com/summer/..'],
    ['two dots alone', 'go.example.com/..'],
    ['a domain that begins with a dot', '.example.com/summer'],
    ['a label that ends with a hyphen', 'go-.example.com/summer'],
    ['201 characters', `go.example.com/${'a'.repeat(186)}`],
    ['the empty text', ''],
  ])('rejects %s', (_title, text) => {
    expect(isLinkIdentifier(text)).toBe(false);
  });
});

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
