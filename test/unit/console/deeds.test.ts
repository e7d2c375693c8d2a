import { actionChoices } from '../../../console/src/screens/audit/action-choice';
import { deedOf, unnamedTarget } from '../../../console/src/screens/audit/deeds';
import { isAudited as isAuditedCommand } from '../../../lib/operator/audit-command';
import { createProgram } from '../../../lib/operator/program';
import { isAudited } from '../../../shared/http/route';
import { DECLARED } from '../../support/routes/declared-routes';

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

describe('an entry of the audit log', () => {
  it('has words for every operation and command that leaves one', async () => {
    const actions = [
      ...OPERATIONS,
      ...(await commands()),
      'awaitApproval',
      'sending pause',
      'sending resume',
    ];
    expect(actions.length).toBeGreaterThan(120);
    expect(actions.filter((action) => deedOf(action) === undefined)).toEqual([]);
  });

  it.each([
    ['createKey', 'created {of}'],
    ['key create', 'created {of}'],
    ['updateSegment', 'changed {of}'],
    ['addMembership', 'put {of} into {with}'],
    ['account set', 'changed settings of {of}'],
    ['flyToMoon', undefined],
    ['', undefined],
  ])('%s is “%s”', (action, words) => {
    expect(deedOf(action)).toBe(words);
  });

  it.each([
    ['updateSettings', 'the account'],
    ['account set', 'the account'],
    ['deleteSegment', 'a segment'],
    ['createAutomation', 'an automation'],
    ['key revoke', 'an API key'],
    ['flyToMoon', 'something'],
  ])('without a target %s is about %s', (action, words) => {
    expect(unnamedTarget(action)).toBe(words);
  });
});

describe('the filter by what was done', () => {
  const valuesOf = (isOfService: boolean) =>
    actionChoices(isOfService).flatMap(({ options }) => options.map(({ value }) => value));

  it.each([false, true])(
    'names actions that there are, each in one choice (log of the service: %s)',
    async (is) => {
      const known = new Set([
        ...OPERATIONS,
        ...(await commands()),
        ...['awaitApproval', 'sending pause', 'sending resume', 'account import'],
      ]);
      const named = valuesOf(is).flatMap((value) => value.split(','));
      expect(named.filter((action) => !known.has(action))).toEqual([]);
      expect(new Set(named).size).toBe(named.length);
    },
  );

  it('has a label of its own for every choice', () => {
    const labels = actionChoices(false).flatMap(({ options }) => options.map(({ label }) => label));
    expect(new Set(labels).size).toBe(labels.length);
  });
});
