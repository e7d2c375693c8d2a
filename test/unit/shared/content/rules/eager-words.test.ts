import { checkContent } from '../../../../../shared/content/rules/check-content';

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
