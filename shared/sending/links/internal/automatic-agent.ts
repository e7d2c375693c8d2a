/** Start of the user agent of every browser that people use; it also names the system. */
const BROWSER =
  /^(?:mozilla\/[45]\.0 \((?!compatible;(?!.*\bmsie)).{8,}|opera\/\d|ucweb\/\d|[\w-]+\/.*\bup\.browser\b)/i;

/** Words by which a program identifies itself as a robot; a `CUBOT` is a phone. */
const GENERIC =
  /(?<!\bcu)bots?(?![a-z])|crawl|spider|scrap(?:e|y)|preview|prefetch|fetch|scan(?:ner)?\b|monitor|check(?:er|link)?\b|validator|headless|lighthouse|inspect|archiver|parser|proxy|synthetic|discover|agent\b|\.com\b|https?:\/\/|@[a-z][\w-]+\.[a-z]|\+\w+\.\w{2}/i;

/** Programs that follow links for a messenger, a mail server or a search engine and could pass for a browser. */
const KNOWN = new RegExp(
  [
    // Messengers and networks; iMessage uses the first two names.
    ...['facebookexternalhit', 'facebot', 'facebookcatalog', 'meta-external', 'whatsapp/', 'telegram'],
    ...[
      'slackbot',
      'slack-img',
      'discord',
      'skypeuri',
      'viber',
      'vkshare',
      'embedly',
      'iframely',
      'redditbot',
    ],
    ...[
      'mastodon/',
      'pleroma',
      'misskey',
      'bluesky',
      'cardyb',
      'flipboard',
      'tumblr/',
      'quora link',
      'zoombot',
    ],
    // Google: Messages, Safe Browsing, mail images, search.
    ...[
      'google-',
      'googleother',
      'apis-google',
      'mediapartners',
      'google web',
      'google favicon',
      'feedfetcher',
    ],
    ...['google safety', 'googleimage', 'developers.google', 'duplexweb', 'adsense', 'storebot'],
    // Filters of mail and of carriers.
    ...[
      'barracuda',
      'proofpoint',
      'mimecast',
      'cloudmark',
      'bitdefender',
      'netcraft',
      'urlscan',
      'virustotal',
    ],
    ...[
      'trendmicro',
      'symantec',
      'fortinet',
      'sophos',
      'zscaler',
      'safelinks',
      'phish',
      'malware',
      'paloalto',
    ],
    // Search engines, tests and tools without such a word in their name.
    ...[
      'yahoo! slurp',
      'baidu',
      'sogou',
      'ia_archiver',
      'archive',
      'wayback',
      'nutch',
      'ahrefs',
      'semrush',
      'dataforseo',
    ],
    ...['phantomjs', 'selenium', 'playwright', 'puppeteer', 'cypress', 'pingdom', 'uptime', 'statuscake'],
    ...[
      'gtmetrix',
      'ptst/',
      'page ?speed',
      'wappalyzer',
      'screaming frog',
      'bubing',
      'seznam',
      'yeti/',
      'daum/',
    ],
    ...['chatgpt', 'openai', 'perplexity', 'anthropic', 'claude-', 'cohere', 'bytedance'],
    // Requests that an app on the phone makes itself, without its browser.
    ...[
      'cfnetwork/',
      'okhttp',
      'dalvik/',
      'libwww',
      'python',
      'java/',
      'curl/',
      'wget',
      'node(?:-fetch|\\.js)',
      'axios',
    ],
  ].join('|'),
  'i',
);

/**
 * Returns true for a program that follows a link without a person: the preview of a messenger, the filter of a carrier,
 * a search engine, a script. A request without a user agent counts as a person's.
 */
export function isAutomaticAgent(userAgent: string | undefined): boolean {
  if (!userAgent) return false;
  return !BROWSER.test(userAgent) || GENERIC.test(userAgent) || KNOWN.test(userAgent);
}
