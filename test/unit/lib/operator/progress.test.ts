import { PassThrough } from 'node:stream';
import { startProgress } from '../../../../lib/operator/progress';

/** Creates a terminal that remembers its output. */
function createTerminal() {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const terminal = Object.assign(stream, {
    isTTY: true,
    columns: 120,
    cursorTo: () => true,
    moveCursor: () => true,
    clearLine: () => true,
    clearScreenDown: () => true,
    getWindowSize: () => [120, 40],
  }) as unknown as NodeJS.WriteStream;
  return { terminal, drawn: () => chunks.join('') };
}

describe('progress', () => {
  it('draws a bar where the total is known', async () => {
    const { terminal, drawn } = createTerminal();

    const progress = await startProgress({ terminal, total: 200, unit: 'lines' });
    progress.show(200);
    progress.end();

    expect(drawn()).toContain('0% 0 of 200 lines');
  });

  it('counts where the total is not known', async () => {
    const { terminal, drawn } = createTerminal();

    const progress = await startProgress({ terminal, total: undefined, unit: 'lines' });
    progress.show(3);
    progress.end();

    expect(drawn()).toContain('0 lines');
  });

  it('is silent without a terminal', async () => {
    const progress = await startProgress({ terminal: undefined, total: 200, unit: 'lines' });

    expect([progress.show(1), progress.end()]).toEqual([undefined, undefined]);
  });
});
