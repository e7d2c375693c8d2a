import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { openJsonLinesFile } from '../../../../lib/local/files';
import { useFolder } from '../../../support/run/use-folder';

describe('openJsonLinesFile', () => {
  const inFolder = useFolder();
  let path: string;
  beforeEach(() => (path = inFolder('log.jsonl')));

  function openAndRead(): unknown[] {
    const file = openJsonLinesFile(path);
    file.close();
    return [...file.initialLines];
  }

  it('begins empty', () => {
    expect(openAndRead()).toEqual([]);
  });

  it('gives back what was appended, line breaks and all', () => {
    const file = openJsonLinesFile(path);
    file.append([{ body: 'one\ntwo' }, { body: 'Grüße 🎉' }]);
    file.append([]);
    file.append([{ body: 'three' }]);
    expect(readFileSync(path, 'utf8')).toBe('{"body":"one\\ntwo"}\n{"body":"Grüße 🎉"}\n{"body":"three"}\n');
    file.close();
    expect(openAndRead()).toEqual([{ body: 'one\ntwo' }, { body: 'Grüße 🎉' }, { body: 'three' }]);
  });

  it('cuts off a last line that is not complete', () => {
    writeFileSync(path, '{"n":1}\n{"n":2');
    const file = openJsonLinesFile<{ n: number }>(path);
    file.append([{ n: 3 }]);
    file.close();
    expect(file.initialLines).toEqual([{ n: 1 }]);
    expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":3}\n');
  });

  it('leaves out a line that is broken', () => {
    writeFileSync(path, '{"n":1}\n{"n":\n\n{"n":3}\n');
    expect(openAndRead()).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('can be emptied and goes on', () => {
    appendFileSync(path, '{"n":1}\n');
    const file = openJsonLinesFile(path);
    file.clear();
    file.append([{ n: 2 }]);
    file.close();
    expect(readFileSync(path, 'utf8')).toBe('{"n":2}\n');
  });
});
