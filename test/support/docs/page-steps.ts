import { readFileSync } from 'node:fs';

/** Block of shell commands on a page, with what the page says that it shows. */
export interface PageStep {
  heading: string;
  commands: string;
  /** Absent when the page shows nothing. `…` stands for anything within a line; a line of it alone, for any lines. */
  shown?: string;
  /** Set when the page says that the outcome takes a moment: the commands only look, and are repeated. */
  isSoon: boolean;
}

const SOON = /\ba moment later\b[^\n]*:\n+$/i;

/** Returns the blocks of shell commands of a page, in order. */
export function readPageSteps(page: string): PageStep[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)].map((found) => {
    const [, commands = '', shown] = found;
    const before = text.slice(0, found.index);
    const [, heading = ''] = [...before.matchAll(/^#+ (.*)$/gm)].at(-1) ?? [];
    return { heading, commands, isSoon: SOON.test(before), ...(shown !== undefined && { shown }) };
  });
}

/** Returns an expression for what a page shows. Blanks, with which tables are aligned, count as one. */
export function patternOf(shown: string): RegExp {
  const patterns = inOneBlank(shown)
    .split('\n')
    .map((line) => (line === '…' ? '[^]*?' : line.split('…').map(escapeAll).join('[^\\n]*?')));
  return new RegExp(`^${patterns.join('\\n')}$`);
}

/** Returns a text with its blanks as {@link patternOf} has them. */
export const inOneBlank = (text: string): string =>
  text
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ $/gm, '')
    .trimEnd();

const escapeAll = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
