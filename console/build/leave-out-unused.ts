import type { Plugin } from 'vite';

/**
 * Parts of the design system that the console never renders, and that nothing can take out by itself: the choice among them is
 * made when the page runs.
 */
const UNUSED: readonly { importer: RegExp; source: string; exports: readonly string[] }[] = [
  // The frame exists three times. Two of them are for the look before 2022, and for the console of AWS itself.
  { importer: /\/app-layout\/internal\.js$/, source: './classic', exports: ['default'] },
  { importer: /\/app-layout\/internal\.js$/, source: './visual-refresh-toolbar', exports: ['default'] },
];

/** The messages of the design system are parsed already: the parser is a quarter of the code that formats them. */
const PARSER = '@formatjs/icu-messageformat-parser';

const PREFIX = '\0unused:';

/** Plugin that replaces parts of the design system that are not used by a component that says so. */
export const leaveOutUnused = (): Plugin => ({
  name: 'leave-out-unused',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === PARSER) return this.resolve(`${PARSER}/lib/no-parser.js`, importer, { skipSelf: true });
    const found = UNUSED.find((part) => part.source === source && part.importer.test(importer ?? ''));
    return found && `${PREFIX}${source}`;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const message = JSON.stringify(`The console is built without ${id.slice(PREFIX.length)}`);
    return `export default function Unused() { throw new Error(${message}); }`;
  },
});
