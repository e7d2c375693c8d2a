import { confirm } from '../../../../lib/operator/confirm';

const QUESTION = 'Delete it?';

describe('at a terminal', () => {
  const answering = (answer: string) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    return { asked, ask };
  };

  it.each(['y', 'Y', 'yes', 'YES', ' y '])('goes on after %j', async (answer) => {
    const { asked, ask } = answering(answer);
    await confirm({ ask }, { question: QUESTION, isYesRequired: true });
    expect(asked).toEqual(['Delete it? This cannot be undone. [y/N] ']);
  });

  it.each(['', 'n', 'no', 'ye', 'yes please', 'j'])('changes nothing after %j', async (answer) => {
    const { ask } = answering(answer);
    const confirmed = confirm({ ask }, { question: QUESTION, isYesRequired: false });
    await expect(confirmed).rejects.toThrow('Nothing was changed.');
  });
});

describe('in a script', () => {
  it('asks for --yes', async () => {
    await expect(confirm({}, { question: QUESTION, isYesRequired: true })).rejects.toThrow(
      'Delete it? This cannot be undone: confirm it with --yes.',
    );
  });

  it('goes on with what scripts did before there was --yes', async () => {
    await expect(confirm({}, { question: QUESTION, isYesRequired: false })).resolves.toBeUndefined();
  });
});
