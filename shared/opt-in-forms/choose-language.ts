import { type Language, LANGUAGES } from './internal/languages';

/**
 * Chooses the language of a page: the one that the address names, else the first of the browser's preference that there
 * is, else English.
 */
export function chooseLanguage(asked: {
  lang?: string | undefined;
  acceptLanguage?: string | undefined;
}): Language {
  const { lang, acceptLanguage = '' } = asked;
  const preferred = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
  for (const tag of [...(lang === undefined ? [] : [lang]), ...preferred]) {
    const primary = tag.trim().split('-')[0]?.toLowerCase();
    const language = LANGUAGES.find((one) => one === primary);
    if (language) return language;
  }
  return 'en';
}
