import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { CONSOLE_MODULES } from '../lib/console/build-console';
import { leaveOutUnused } from './build/leave-out-unused';
import { paintFirst } from './build/paint-first';

/** The service that the development server (`npm run console:dev`) asks. */
const SERVICE = process.env.SERVICE_URL ?? 'http://localhost:3000';
const DIST = join(import.meta.dirname, 'dist');

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2022',
    // Inlined pictures would need a looser content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    // One file for what is needed before any screen, one for the first screen with all that it needs, and one for what four
    // others share: a request costs more than the part that a screen does not need.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'overview', test: /\/console\/src\/screens\/overview\// },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
      onLog: (level, log, forward) => {
        // Every component says that it is for the browser, which is where all of this runs.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
      },
    },
  },
  plugins: [
    leaveOutUnused(),
    paintFirst(),
    {
      name: 'list-modules',
      apply: 'build',
      generateBundle: (_options, bundle) => {
        const modules = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? file.moduleIds : [],
        );
        const list = join(import.meta.dirname, '..', CONSOLE_MODULES);
        mkdirSync(dirname(list), { recursive: true });
        writeFileSync(list, JSON.stringify(modules));
      },
    },
    {
      name: 'finish-files',
      apply: 'build',
      closeBundle: () => {
        dropOpenSans();
        compressFiles();
      },
    },
  ],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console/api', '/console/auth'].map((path) => [
        path,
        { target: SERVICE, headers: { origin: SERVICE } },
      ]),
    ),
  },
});

const OPEN_SANS = /@font-face\s*\{[^}]*Open Sans[^}]*\}/g;

/** The design system's style sheet has its own font inside, which the console's theme does not use. */
function dropOpenSans(): void {
  const assets = join(DIST, 'assets');
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.css'))) {
    const file = join(assets, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(OPEN_SANS, ''));
  }
}

/** Each text file a second and third time, with brotli and gzip, so that no request pays for it. */
function compressFiles(): void {
  const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => /\.(js|css|html|svg)$/.test(file))) {
    const file = join(DIST, name);
    const content = readFileSync(file);
    // The highest level takes seconds more for all files, and a twelfth off what is loaded first.
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
