import {
  ACCENTED,
  LOOK_ALIKES,
  PUNCTUATION,
} from '../../../../../shared/content/rules/internal/categories/look-alikes';
import { checkContent } from '../../../../../shared/content/rules/check-content';
import {
  compileRules,
  contentRules,
  expandPhrase,
  squeezeLetters,
} from '../../../../../shared/content/rules/internal/compile-rules';
import type { CategoryRules } from '../../../../../shared/content/rules/content-category';
import {
  deliveredAsIs,
  deliverWithoutValues,
} from '../../../../../shared/content/rules/internal/delivered-text';
import {
  ACCENT,
  FOREIGN,
  LOOK_ALIKE,
  normalizeText,
  ORDINARY,
} from '../../../../../shared/content/rules/internal/normalize';
import { recognizeWord } from '../../../../../shared/content/rules/internal/undisguise-word';

const category = (body: string) => checkContent(body)?.category;

describe('what does not take an offer back', () => {
  it.each([
    ['how to opt out', 'Half off beer. Reply STOP to opt out', 'alcohol'],
    ['a limit of purchases', 'Beer 20% off, limit 2', 'alcohol'],
    ['free entry', 'No cover, $2 drafts', 'alcohol'],
    ['no waiting', 'Suppressors in stock, no wait', 'firearms'],
    ['freedom from tax', 'Tax free cigarettes, cartons in stock', 'tobacco'],
  ])('is %s', (_, body, expected) => {
    expect(category(body)).toBe(expected);
  });

  it.each([
    'How to stop drinking: free alcohol counseling',
    'We stopped serving beer in the park, free soda instead',
    'The legal limit for alcohol is 0.08. Free rides home tonight',
  ])('is not the warning in %j', (body) => {
    expect(category(body)).toBeUndefined();
  });
});

/** Words that ordinary texts share with bad ones: their context decides. */
describe('a word with two uses', () => {
  it.each([
    ['a thing for the drink', 'BOGO on whiskey glasses', 'BOGO on whiskey'],
    ['several drinks, one thing', 'Wine, beer and whiskey glasses 20% off', 'Wine, beer and whiskey 20% off'],
    ['barware', 'Cocktail shakers and wine openers: 25% off', 'Cocktails: 25% off'],
    ['furniture of barrels', 'Wine and whiskey barrel planters, 2 for $60', 'Wine and whiskey, 2 for $60'],
    ['a sauce', 'Free bourbon glazed salmon tasters', 'Free bourbon tasters'],
    ['a cheese, not a drink with cheese', 'Beer cheese dip $6.99', 'Beer & cheese $6.99'],
    ['a colour', 'Cognac leather boots 30% off', 'Cognac 30% off'],
    ['a colour behind its thing', 'Sofas in merlot velvet, $499', 'Merlot, $499'],
    ['a scent', 'Candle sale! Mojito mint, margarita lime, sea salt', 'Sale! Mojito and margarita pitchers'],
    ['a happy hour without drinks', 'Happy hour: half price iced coffee', 'Happy hour: half price'],
    ['communion', 'Communion wine at the rail, grape juice is free', 'Wine at the rail is free'],
    ['free of something', 'Gluten free menu for the wine dinner', 'Free menu for the wine dinner'],
    ['a seat that is saved', 'Save your seat at the winery concert', 'Save at the winery'],
    ['special needs', 'Special needs prom at the brewery lot', 'Specials at the brewery lot'],
    ['a village', 'Rum Village Park picnic, $5 parking', 'Rum picnic, $5 parking'],
  ])('passes as %s (alcohol)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'alcohol']);
  });

  it.each([
    ['a band', 'Guns N Roses tees $28', 'Guns $28'],
    ['a tool', 'Soldering gun kit, $19.99', 'Gun kit, $19.99'],
    ['a size', 'Climbing rope, 9mm, 20% off', 'Ammo, 9mm, 20% off'],
    ['a high school', 'Rifle High School polos, buy 2 get 1', 'Rifles, buy 2 get 1'],
  ])('passes as %s (firearms)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'firearms']);
  });

  it.each([
    ['a scent', 'Candles, tobacco leaf and vanilla: buy 3 get 1 free', 'Tobacco: buy 3 get 1 free'],
    ['lawn care', 'Weed & feed 2 for 1, grass seed 25% off', 'Weed 2 for 1, 25% off'],
    ['a verb', 'Shatter your goals! 20% off plans', 'Shatter, $20 a gram'],
    ['a restaurant', 'Backwoods BBQ: brisket plate $12', 'Backwoods cigars $12'],
    ['a Spanish verb', 'Indica tu talla y compra con 20% de descuento', 'Indica flower, $30 an eighth'],
  ])('passes as %s (tobacco)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'tobacco']);
  });

  it.each([
    ['a shade', 'Foundation in Nude 02, free shade swap', 'Nude pics, free swap'],
    ['a baby', 'Find out your baby’s sex with a free ultrasound video', 'Free sex video'],
    ['animals', 'Watch the zoo’s panda live cams', 'Watch hot girls on live cams'],
    ['an elf', 'Naughty Elf photo with Santa, free', 'Naughty girls, photo free'],
    ['a piece of furniture', 'Buy one night stand, get one half off', 'Looking for a one night stand'],
    ['a lizard', 'Horny toad talk at the nature center', 'Horny? Talk to us'],
  ])('passes as %s (sex)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'sex']);
  });

  it.each([
    ['pests', 'We get rid of black ants and Asian beetles', 'Get rid of all Asians'],
    ['a gearbox', 'Tranny flush $129 this week', 'No tranny in our town'],
    [
      'a stand against it',
      'There is no place for racism here. Stand with our Asian neighbors',
      'No place for Asian neighbors here',
    ],
  ])('passes as %s (hate)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'hate']);
  });

  it.each([
    [
      'a reward for a friend',
      'Refer a friend, earn $20: acmegym.com/refer',
      'Work from home, earn $500 a day: acmejobs.com',
    ],
    [
      'a receipt of a refund',
      'Your refund of $38.20 was issued: acme.com/orders/7',
      'Your refund of $38.20 is pending, claim it: acme.com/7',
    ],
    [
      'a loyalty programme',
      'Claim your reward before Friday: acme.com/points',
      'You were chosen! Claim your reward: acme.com/points',
    ],
    [
      'a fee',
      'Late checkout is available for a small fee: inn.com',
      'Pay a small fee to release your package: inn.com',
    ],
    [
      'the work of a lawyer',
      'Protect your inheritance. Free consult: smithlaw.com',
      'An inheritance of $2 million was left by a relative: smithlaw.com',
    ],
  ])('passes as %s (phishing)', (_, ordinary, bad) => {
    expect([category(ordinary), category(bad)]).toEqual([undefined, 'phishing']);
  });
});

const NO_LINKS: ReadonlySet<string> = new Set();

describe('deliverWithoutValues', () => {
  it.each([
    ['a name, which may be empty', 'Hi {{contact_first_name}}!', 'Hi !'],
    ['a name with spaces', 'Hi {{ contact_first_name }}!', 'Hi !'],
    ['the date', 'On {{current_date}}!', 'On 01/01/2000!'],
    ['an offset', "on {{dateOffset '3d'}}.", 'on 01/04/2000.'],
    ['a link that is not registered', 'tap {{trackingLink "bit.ly/abc"}}', 'tap bit.ly/abc'],
    ['a link that is', 'tap {{trackingLink "go.acme.com/a"}}', 'tap https://go.acme.com/a?r=r'],
  ])('puts what is delivered in the place of %s', (_, body, text) => {
    expect(deliverWithoutValues(body, { registeredLinks: new Set(['go.acme.com/a']) }).text).toBe(text);
  });

  it.each([
    '{{sex}}',
    '{{contact_custom_field_8}}',
    '{{dateOffset "buy beer"}}',
    '{{dateOffset "12065550100d"}}',
    '{{buy beer}}',
    '{{other "bit.ly/a"}}',
    '{{ }}',
    '{{a',
    '{b}',
  ])('keeps %s', (body) => {
    expect(deliverWithoutValues(body, { registeredLinks: NO_LINKS }).text).toBe(body);
  });

  it('leads back to the body', () => {
    const body = 'a{{contact_gender}}b {{trackingLink "x.io/1"}} {{current_date}} c';
    const delivered = deliverWithoutValues(body, { registeredLinks: NO_LINKS });
    const back = (part: string) => {
      const index = delivered.text.indexOf(part);
      const span = delivered.toBody({ index, length: part.length });
      return body.slice(span.index, span.index + span.length);
    };

    expect(delivered.text).toBe('ab x.io/1 01/01/2000 c');
    expect(back('a')).toBe('a');
    expect(back('b')).toBe('b');
    expect(back('ab')).toBe('a{{contact_gender}}b');
    expect(back('x.io')).toBe('x.io');
    expect(back('io/1 01/01')).toBe('io/1"}} {{current_date}}');
    expect(back('c')).toBe('c');
  });
});

describe('deliveredAsIs', () => {
  it('keeps tags', () => {
    const delivered = deliveredAsIs('a {{current_date}}');

    expect(delivered.text).toBe('a {{current_date}}');
    expect(delivered.toBody({ index: 2, length: 3 })).toEqual({ index: 2, length: 3 });
  });
});

const TABLE: CategoryRules = {
  category: 'sex',
  always: [],
  inContext: [],
  harmless: [],
  disguised: ['weed'],
};

describe('compileRules', () => {
  it('writes out endings in brackets', () => {
    expect(expandPhrase('gun(s) for sale')).toEqual(['gun for sale', 'guns for sale']);
    expect(expandPhrase('beer(s) and wine(s)')).toEqual([
      'beer and wine',
      'beer and wines',
      'beers and wine',
      'beers and wines',
    ]);
    expect(expandPhrase('<price>')).toEqual(['<price>']);
  });

  it('spells shorteners out in words, except names too short to be told from a sentence', () => {
    const { vocabulary } = compileRules([TABLE], ['bit.ly', 't.co']);

    expect([...vocabulary.keys()]).toEqual(['weed', 'bit', 'dot', 'ly']);
  });

  it('has only words in the tables that a message can hold', () => {
    const odd = [...contentRules().vocabulary.keys()].filter(
      (word) => !/^(?:[a-z0-9]+|<price>|<percent>)$/.test(word),
    );

    expect(odd).toEqual([]);
  });

  it('drops repeated letters', () => {
    expect(squeezeLetters('seeexxx')).toBe('sex');
  });
});

describe('recognizeWord', () => {
  const rules = compileRules([TABLE], []);

  it.each([
    ['weed', false],
    ['w33d', true],
    ['we*d', true],
    ['weeeed', false],
    ['wwweeeddd', false],
  ])('recognises %s', (token, isDisguised) => {
    expect(recognizeWord(token, rules)).toEqual({ id: 0, word: 'weed', isDisguised });
  });

  it.each(['wed', 'weddd', 'weedd', 'w3333d', 'w**d', '3330', 'we', 'weeda', 'w33d'.padEnd(25, '!')])(
    'passes over %s',
    (token) => {
      expect(recognizeWord(token, rules)).toBeUndefined();
    },
  );
});

describe('normalizeText', () => {
  it('leaves plain ASCII as it is', () => {
    const normalized = normalizeText('Hello (you), 20% off!');

    expect(normalized.text).toBe('Hello (you), 20% off!');
    expect(normalized.kinds).toBeUndefined();
    expect(normalized.toOriginal(6, 11)).toEqual({ index: 6, length: 5 });
  });

  it.each([
    ['zero-width characters', 's\u200be\u200cx\u2060\ufeff\u00ad', 'sex'],
    ['accents, composed and decomposed', 'be\u0301é', 'bee'],
    ['full-width letters', 'ｓｅｘ', 'sex'],
    ['mathematical letters', '𝐬𝐞𝐱', 'sex'],
    ['letters in circles and squares', 'Ⓢ🄴ⓧ', 'SEx'],
    ['Cyrillic look-alikes', 'рorn', 'porn'],
    ['Greek look-alikes', 'νape', 'vape'],
    ['curly apostrophes and dashes', 'don’t — no', "don't - no"],
    ['ideographic full stops', 'bit。ly', 'bit.ly'],
    ['bracketed dots', 'bit[.]ly x(dot)y {.}', 'bit.ly x.y .'],
    ['currency signs', '€5', '$5'],
    ['emoji, as gaps', 'a👍b', 'a b'],
  ])('undoes %s', (_, body, text) => {
    expect(normalizeText(body).text).toBe(text);
  });

  it('says of every character what it was', () => {
    expect(normalizeText('aéож').kinds).toEqual([ORDINARY, ACCENT, LOOK_ALIKE, FOREIGN]);
  });

  it('maps a span back to the body, with the zero-width characters inside it', () => {
    const body = 'hi s\u200be\u200bx!';
    const normalized = normalizeText(body);

    expect(normalized.text).toBe('hi sex!');
    expect(normalized.toOriginal(3, 6)).toEqual({ index: 3, length: 5 });
  });

  it('maps letters that fill two code units', () => {
    expect(normalizeText('a 𝐬𝐞𝐱').toOriginal(2, 5)).toEqual({ index: 2, length: 6 });
  });

  it('maps one character that unfolds into several', () => {
    expect(normalizeText('ﬁx').toOriginal(1, 3)).toEqual({ index: 0, length: 2 });
  });

  it('has a fold for each look-alike', () => {
    for (const [from, to] of [...LOOK_ALIKES, ...ACCENTED, ...PUNCTUATION]) {
      expect([from, [...from].length]).toEqual([from, to.length]);
    }
  });
});
