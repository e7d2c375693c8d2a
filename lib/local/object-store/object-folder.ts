import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_MODE, FOLDER_MODE } from '../data-dir-modes';

interface StoredObject {
  size: number;
  etag: string;
  contentType: string;
  modifiedAt: string;
}

/** Objects in a folder on the disk: a file for the content, and one that describes it. */
export class ObjectFolder {
  constructor(private readonly path: string) {
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  }

  /** Replaces the object once all of the content has arrived. */
  async put(name: string, content: Readable, contentType: string): Promise<StoredObject> {
    const draft = join(this.path, `${randomUUID()}.draft`);
    const hash = createHash('md5');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await pipeline(content, measure, createWriteStream(draft, { mode: FILE_MODE }));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    const etag = `"${hash.digest('hex')}"`;
    const stored = { size, etag, contentType, modifiedAt: new Date().toISOString() };
    await rename(draft, this.contentPath(name));
    await writeFile(this.aboutPath(name), JSON.stringify({ name, ...stored }), { mode: FILE_MODE });
    return stored;
  }

  async find(name: string): Promise<StoredObject | undefined> {
    try {
      return JSON.parse(await readFile(this.aboutPath(name), 'utf8')) as StoredObject;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  read(name: string): Readable {
    return createReadStream(this.contentPath(name));
  }

  /** Joins several objects, in their order, into one and deletes them. */
  async join(name: string, parts: string[], contentType: string): Promise<StoredObject> {
    const readAll = async function* (this: ObjectFolder) {
      for (const part of parts) yield* this.read(part) as AsyncIterable<Buffer>;
    };
    const stored = await this.put(name, Readable.from(readAll.call(this)), contentType);
    await Promise.all(parts.map((part) => this.remove(part)));
    return stored;
  }

  async remove(name: string): Promise<void> {
    await rm(this.aboutPath(name), { force: true });
    await rm(this.contentPath(name), { force: true });
  }

  /** Removes every object. */
  async clear(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: FOLDER_MODE });
    const files = await readdir(this.path);
    await Promise.all(files.map((file) => rm(join(this.path, file), { force: true })));
  }

  /** Removes the folder itself. */
  destroy(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private contentPath(name: string): string {
    return join(this.path, `${fileName(name)}.content`);
  }

  private aboutPath(name: string): string {
    return join(this.path, `${fileName(name)}.json`);
  }
}

/** Returns the name of an object's file. The object's own name has slashes and may be too long. */
const fileName = (name: string) => createHash('sha256').update(name).digest('hex');
