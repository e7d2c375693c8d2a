/**
 * Words for cannabis. Carriers refuse it altogether, so trade words that are fine for other goods count beside these.
 */
export const CANNABIS: readonly string[] = [
  'cannabis',
  'marijuana',
  'marihuana',
  'weed',
  'thc',
  'cbd',
  'delta 8',
  'delta 9',
  'delta8',
  'delta9',
  'hhc',
  'thca',
  'og kush',
  'sativa',
  'pre roll(s)',
  'preroll(s)',
  'edibles',
  'ganja',
  'hemp flower',
  'dab pen(s)',
  'live rosin',
  'live resin',
  'kratom',
  'shrooms',
  'magic mushroom(s)',
  'psilocybin',
];

/** Words of the cannabis trade. */
export const CANNABIS_TRADE: readonly string[] = [
  'strain(s)',
  'eighth(s)',
  'ounce(s)',
  'oz',
  'gram(s)',
  'menu',
  'pickup',
  'pick up',
  'delivery',
  'budtender',
  'dispensary',
  'flower',
  'gummies',
  'cartridge(s)',
  'cart(s)',
  'vape(s)',
  'plug',
  'fire',
  'loud',
  'bud(s)',
  'order',
  'your order',
  'tincture(s)',
  'topicals',
  'hit me up',
  'hmu',
  'get high',
  'shop',
  'plant(s) for sale',
  'domicilio',
  'ship',
  'ships',
  'shipped',
  'stealth',
];

/**
 * Names of strains that are also ordinary words, in several languages: they only count beside the trade's own words.
 */
export const STRAINS: readonly string[] = ['indica', 'kush', 'shatter', 'mota', 'sour diesel', 'blue dream'];

/** Words of the cannabis trade only. */
export const STRAIN_TRADE: readonly string[] = [
  'strain(s)',
  'eighth(s)',
  'ounce(s)',
  'oz',
  'gram(s)',
  'sativa',
  'thc',
  'cannabis',
  'marijuana',
  'weed',
  'budtender',
  'dispensary',
  'flower',
  'gummies',
  'cartridge(s)',
  'cart(s)',
  'live resin',
  'pre roll(s)',
  'bud(s)',
  'plug',
  'domicilio',
  'gramo(s)',
];

/** Words beside which weed is a plant in a garden. */
export const GARDEN: readonly string[] = [
  'lawn(s)',
  'crabgrass',
  'grass seed',
  'fertilizer',
  'mulch',
  'landscaping',
  'herbicide',
  'dandelion(s)',
  'weed eater(s)',
];
