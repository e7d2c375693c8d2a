import { writeFileSync } from 'node:fs';
import { inOneBlank, patternOf, readPageSteps } from '../../support/docs/page-steps';
import { useFolder } from '../../support/run/use-folder';

const inFolder = useFolder();

it('reads blocks of commands with what they show, and which are repeated', () => {
  const block = (kind: string, text: string) => `\`\`\`${kind}\n${text}\n\`\`\`\n`;
  const page = inFolder('page.md');
  const [join, shown] = [block('sh', 'join'), block('text', 'joined')];
  writeFileSync(
    page,
    `# Try\n\n${join}\n## Look\n\nA moment later:\n\n${join}\n${shown}\n${block('', 'no')}`,
  );
  expect(readPageSteps(page)).toEqual([
    { heading: 'Try', commands: 'join\n', isSoon: false },
    { heading: 'Look', commands: 'join\n', isSoon: true, shown: 'joined\n' },
  ]);
});

it.each([
  ['the same', 'sent  -\n', 'sent -\n', true],
  ['another value', 'sent  -\n', 'failed -\n', false],
  ['another line', 'sent\n', 'sent\nsent\n', false],
  ['a line too few', 'sent\nsent\n', 'sent\n', false],
  ['anything within a line', '│ snd_… │ Shop │\n', '│ snd_01   │ Shop │\n', true],
  ['no line beyond it', 'snd_…\n', 'snd_01\nsnd_02\n', false],
  ['any lines', 'first\n…\nlast\n', 'first\n1\n2\nlast\n', true],
  ['a sign of expressions as it is', 'a.b\n', 'axb\n', false],
  ['nothing', '', 'an error\n', false],
])('takes %s as the page shows it, or not', (_what, shown, output, isTaken) => {
  expect(patternOf(shown).test(inOneBlank(output))).toBe(isTaken);
});
