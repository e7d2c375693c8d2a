import { drawModules, insertPicture } from '../../../../lib/generate/module-picture';

const MODULES = ['platform', 'content', 'accounts', 'sending', 'sending/jobs', 'sending/jobs/read'];

describe('the picture of modules', () => {
  it('has a box for each module and an arrow for each import between two', () => {
    const picture = drawModules(MODULES, [
      { from: 'shared/sending/jobs/read/list.ts', to: 'shared/sending/gate.ts' },
      { from: 'shared/sending/gate.ts', to: 'shared/accounts/account.ts' },
      { from: 'shared/accounts/account.ts', to: 'shared/platform/clock.ts' },
      { from: 'shared/accounts/account.ts', to: 'node_modules/ulid/index.js' },
    ]);
    expect(picture.split('\n')).toEqual([
      '```mermaid',
      'flowchart BT',
      '  content["content"]',
      '  accounts["accounts"]',
      '  sending["sending"]',
      '  sending_jobs["sending/jobs"]',
      '  sending --> accounts',
      '  sending_jobs --> sending',
      '```',
    ]);
  });

  it('leaves out an arrow that a longer way implies', () => {
    const picture = drawModules(MODULES, [
      { from: 'shared/sending/jobs/job.ts', to: 'shared/sending/gate.ts' },
      { from: 'shared/sending/gate.ts', to: 'shared/content/segments.ts' },
      { from: 'shared/sending/jobs/job.ts', to: 'shared/content/segments.ts' },
    ]);
    expect(picture).not.toContain('sending_jobs --> content');
  });

  it('replaces the one that is there, and needs its place', () => {
    const place = (text: string) =>
      `# A\n\n<!-- modules: written by \`npm run picture\` -->${text}<!-- /modules -->\n\n# B\n`;
    expect(insertPicture(place('\n\nold\n\n'), 'new')).toBe(place('\n\nnew\n\n'));
    expect(() => insertPicture('# A\n', 'new')).toThrow('no place');
  });
});
