/** The digits of short tokens: what a link and a phone's keyboard take without escapes. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
