/** Digits of short tokens, which need no escapes in a link and are easy to type on a phone. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
