import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = ['theme/generated/colours.css', 'app/first-paint.css'];
const NAME = 'first-paint.css';
const LARGE_STYLES = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Plugin that lets the page show its frame before anything large has come: it makes a style sheet of a few rules that the
 * browser waits for, and moves the large ones behind the frame, where they hold up only the scripts.
 */
export const paintFirst = (): Plugin => ({
  name: 'paint-first',
  apply: 'build',
  buildStart() {
    const source = SOURCES.map((file) => readFileSync(join(import.meta.dirname, '..', 'src', file), 'utf8'));
    this.emitFile({ type: 'asset', name: NAME, source: source.join('') });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const first = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(NAME));
      if (first === undefined) throw new Error(`The build has no ${NAME}`);
      const large = html.match(LARGE_STYLES) ?? [];
      return html
        .replaceAll(LARGE_STYLES, '')
        .replace('</head>', `  <link rel="stylesheet" href="/console/${first.fileName}">\n  </head>`)
        .replace('</body>', `${large.join('')}\n  </body>`);
    },
  },
});
