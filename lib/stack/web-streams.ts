/**
 * Replaces `node:stream/web` in bundled handlers: middy needs it for streamed responses only, and loading it takes 2 ms
 * in a fresh process.
 */
export class ReadableStream {}
