import { BRANDS, HOST_BAIT, NOT_A_MISSPELLING, RISKY_TLDS } from './categories/brands';
import { SHORTENERS } from './categories/shorteners';

let tables: ReturnType<typeof buildTables> | undefined;

/**
 * Returns the tables for judging hosts. They are built for the first link, so that functions start faster; most texts
 * have no link.
 */
export const hostTables = () => (tables ??= buildTables());

function buildTables() {
  const lengths = BRANDS.map(({ name }) => name.length);
  return {
    shorteners: new Set(SHORTENERS),
    hostBait: new Set(HOST_BAIT),
    riskyTlds: new Set(RISKY_TLDS),
    notAMisspelling: new Set(NOT_A_MISSPELLING),
    brandsByName: new Map(
      BRANDS.map((brand) => [brand.name, { ...brand, ordinaryWord: brand.ordinaryWord ?? false }]),
    ),
    brandSkeletons: new Set(BRANDS.filter(({ name }) => name.length >= 4).map(({ name }) => skeleton(name))),
    brandDomains: new Set(BRANDS.flatMap((brand) => brand.domains)),
    misspellings: indexMisspellings(),
    shortestBrand: Math.min(...lengths),
    longestBrand: Math.max(...lengths),
  };
}

/** Maps letters that look alike to one letter. */
export function skeleton(label: string): string {
  return label.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('l', 'i');
}

/**
 * Returns the word and all forms with one letter less. Two words one edit apart share one of these, so that brands are
 * found without comparing with each of them.
 */
export function withOneLetterLess(word: string): string[] {
  return [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))];
}

function indexMisspellings(): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const { name, misspellings: isListed } of BRANDS) {
    if (!isListed) continue;
    for (const variant of withOneLetterLess(name)) index.set(variant, [...(index.get(variant) ?? []), name]);
  }
  return index;
}
