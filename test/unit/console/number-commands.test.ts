import { addCommand, commandsOf } from '../../../console/src/numbers/number-commands';
import { createProgram } from '../../../lib/operator/program';

const NUMBER = {
  ...{ number: '+12065550100', status: 'Active' as const, isDefault: false },
  createdAt: '2026-03-01T12:00:00.000Z',
};
const wordsOf = (number: Parameters<typeof commandsOf>[1]) =>
  commandsOf('acc_1', number).map(({ words }) => words);

describe('the commands for a number', () => {
  it('have its present values', () => {
    const number = {
      ...{ ...NUMBER, kind: 'toll-free' as const, ratePerSecond: 3, mmsPerSecond: 1 },
      ...{ dailyCap: 2000, brand: "Ada's shop" },
    };
    expect(wordsOf(number)).toEqual([
      "number set --account acc_1 --number +12065550100 --status Active --kind toll-free --rate 3 --mms-rate 1 --daily-cap 'Ada'\\''s shop=2000'",
      'account set --account acc_1 --default-number +12065550100',
      'number move --account acc_1 --number +12065550100 --to-account ACCOUNT',
      'number remove --account acc_1 --number +12065550100',
    ]);
  });

  it('say none for what it does not have, and do not make the default number the default', () => {
    expect(wordsOf({ ...NUMBER, isDefault: true })).toEqual([
      'number set --account acc_1 --number +12065550100 --status Active --rate none --daily-cap none',
      'number move --account acc_1 --number +12065550100 --to-account ACCOUNT',
      'number remove --account acc_1 --number +12065550100',
    ]);
  });

  it('are commands of the operator CLI, with options that it knows', async () => {
    const program = await createProgram({ write: () => undefined } as never, () => true);
    for (const words of [addCommand('acc_1'), ...wordsOf({ ...NUMBER, kind: '10dlc', mmsPerSecond: 1 })]) {
      const [noun, verb, ...options] = words.split(' ');
      const command = program.commands
        .find((one) => one.name() === noun)
        ?.commands.find((one) => one.name() === verb);
      const known = command?.options.map(({ long }) => long) ?? [];
      expect(options.filter((option) => option.startsWith('--') && !known.includes(option))).toEqual([]);
    }
  });
});
