import { actionChoices } from '../../../console/src/screens/audit/action-choice';
import { deedOf, unnamedTarget } from '../../../console/src/screens/audit/deeds';
import { kindOf } from '../../../console/src/screens/audit/target-words';
import { isAudited as isAuditedCommand } from '../../../lib/operator/audit-command';
import { createProgram } from '../../../lib/operator/program';
import { isAudited } from '../../../shared/http/route';
import { DECLARED } from '../../support/routes/declared-routes';
import { SENTENCES } from './audit-sentences';

const OPERATIONS = DECLARED.map(({ route }) => route)
  .filter(isAudited)
  .map(({ operationId }) => operationId);

/** Returns the commands that leave an entry: each by its verb and the noun right before it. */
async function commands(): Promise<string[]> {
  const program = await createProgram({ write: () => undefined } as never, () => true);
  const verbsOf = (noun: (typeof program.commands)[number]): string[] =>
    noun.commands.flatMap((verb) =>
      verb.commands.length > 0
        ? verbsOf(verb)
        : isAuditedCommand({ verb: verb.name(), options: {} })
          ? [`${noun.name()} ${verb.name()}`]
          : [],
    );
  // It reads quotas of AWS, and changes nothing.
  return program.commands.flatMap(verbsOf).filter((command) => command !== 'doctor quotas');
}

/** Actions that stand for themselves: the service's own, and commands without a noun. */
const OTHERS = ['awaitApproval', 'sending pause', 'sending resume'];
const everyAction = async () => [...OPERATIONS, ...(await commands()), ...OTHERS];

/** Returns the sentence of an action as the log has it, with a target of a kind, or without one. */
function sentenceOf(action: string, kind: string | undefined): string | undefined {
  const target = kind === undefined ? unnamedTarget(action) : `${kindOf(kind)} “T”`;
  return deedOf(action, kind !== undefined)
    ?.replace('{of}', target)
    .replace('{with}', 'W');
}

describe('an entry of the audit log', () => {
  it('has a sentence for every operation and command that leaves one', async () => {
    const actions = await everyAction();
    expect(actions.length).toBeGreaterThan(150);
    expect(SENTENCES.flatMap(([, , , ...named]) => named).sort()).toEqual(actions.sort());
  });

  it.each(
    SENTENCES.flatMap(([kind, named, unnamed, ...actions]) =>
      actions.map((action) => ({ action, kind, named, unnamed })),
    ),
  )('of $action is “$named” or “$unnamed”', ({ action, kind, named, unnamed }) => {
    expect([sentenceOf(action, kind), sentenceOf(action, undefined)]).toEqual([named, unnamed]);
  });

  it.each(['flyToMoon', ''])('has no words for “%s”', (action) => {
    expect([deedOf(action, true), unnamedTarget(action)]).toEqual([undefined, 'something']);
  });
});

describe('the filter by what was done', () => {
  const choicesOf = (isOfService: boolean) => actionChoices(isOfService).flatMap(({ options }) => options);
  const namedIn = (isOfService: boolean) => choicesOf(isOfService).flatMap(({ value }) => value.split(','));

  it('has every action in a choice', async () => {
    const named = new Set([...namedIn(false), ...namedIn(true)]);
    expect((await everyAction()).filter((action) => !named.has(action))).toEqual([]);
  });

  it.each([false, true])('names only actions that there are (log of the service: %s)', async (is) => {
    const known = new Set(await everyAction());
    expect(namedIn(is).filter((action) => !known.has(action))).toEqual([]);
  });

  it.each([false, true])('has each choice once (log of the service: %s)', (is) => {
    const choices = choicesOf(is);
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  });

  it('finds opt-outs that come of a decision on a text', () => {
    const optOuts = choicesOf(false).find(({ label }) => label === 'Opt-outs, set and lifted');
    expect(optOuts?.value.split(',')).toEqual(expect.arrayContaining(['acceptReview', 'review accept']));
  });
});
