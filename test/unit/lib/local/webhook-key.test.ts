import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readOrCreateWebhookKey } from '../../../../lib/local/credentials';
import { useFolder } from '../../../support/run/use-folder';

const inFolder = useFolder();
let path: string;
beforeEach(() => (path = inFolder('webhook.key')));

describe('the key of a data folder', () => {
  it('is made once, for its owner only', () => {
    const key = readOrCreateWebhookKey(path);
    expect(key).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(readFileSync(path, 'utf8')).toBe(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readOrCreateWebhookKey(path)).toBe(key);
  });

  it('is another one in each folder', () => {
    expect(readOrCreateWebhookKey(path)).not.toBe(readOrCreateWebhookKey(`${path}2`));
  });

  it.each(['', 'short', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}!`])('is not %j', (text) => {
    writeFileSync(path, text);
    expect(() => readOrCreateWebhookKey(path)).toThrow(`${path} holds no key; start with --fresh.`);
  });
});
