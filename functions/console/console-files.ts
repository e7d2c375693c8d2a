import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface ConsoleFile {
  content: Buffer;
  mediaType: string;
  /** Absent: not compressed. */
  encoding?: 'br' | 'gzip';
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/** Returns the folder of the build: beside the bundle in Lambda, and where it was built in the local service. */
const folder = () => process.env.CONSOLE_FILES ?? join(import.meta.dirname, 'console');

let listed: { folder: string; names: ReadonlySet<string> } | undefined;
const contents = new Map<string, Buffer>();

/** Reads a file of the build by its name, which is never used as a path; `undefined` when the file does not exist. */
export function readConsoleFile(name: string, acceptEncoding: string): ConsoleFile | undefined {
  const names = listNames();
  const mediaType = MEDIA_TYPES[extname(name)];
  if (mediaType === undefined || !names.has(name)) return undefined;
  for (const { encoding, extension } of COMPRESSED) {
    if (accepts(acceptEncoding, encoding) && names.has(name + extension)) {
      return { content: read(name + extension), mediaType, encoding };
    }
  }
  return { content: read(name), mediaType };
}

/** Returns true when `Accept-Encoding` has the encoding, and does not exclude it with `q=0`. */
function accepts(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''));
}

function listNames(): ReadonlySet<string> {
  if (listed?.folder === folder() && !isLocal()) return listed.names;
  listed = { folder: folder(), names: new Set(namesIn(folder())) };
  if (isLocal()) contents.clear();
  return listed.names;
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function read(name: string): Buffer {
  const content = contents.get(name) ?? readFileSync(join(folder(), name));
  contents.set(name, content);
  return content;
}

/** Returns true in the local service, where the console may be rebuilt while the service runs. */
const isLocal = () => process.env.LOCAL_SERVICE === '1';
