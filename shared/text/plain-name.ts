/**
 * Returns the form in which names are compared: `St. Lucia`, `ST LUCIA` and `st lucia` are equal, and so are `Québec`
 * and `Quebec`.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
