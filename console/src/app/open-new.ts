/** Part of an address that opens a screen together with its dialog for something new. */
export const OPEN_PARAM = 'open';
export const NEW = 'new';
export const OPEN_NEW = `${OPEN_PARAM}=${NEW}`;
