import { mergeFunctionEnvironments } from '../../../../lib/local/environment';
import { Template, TemplateError } from '../../../../lib/local/template';

const templateWith = (...environments: Array<Record<string, unknown> | undefined>) =>
  new Template({
    Resources: Object.fromEntries(
      environments.map((variables, index) => [
        `F${index}`,
        {
          Type: 'AWS::Lambda::Function',
          Properties: { ...(variables && { Environment: { Variables: variables } }) },
        },
      ]),
    ),
  });

test('the variables of all functions come together, resolved', () => {
  const template = templateWith({ A: '1', REGION: { Ref: 'AWS::Region' } }, undefined, { A: '1', B: '2' });

  expect(mergeFunctionEnvironments(template)).toEqual({ A: '1', REGION: 'us-east-1', B: '2' });
});

test('two functions that want different values of one variable are refused', () => {
  expect(() => mergeFunctionEnvironments(templateWith({ A: '1' }, { A: '2' }))).toThrow(
    new TemplateError('A is "1" in F0 but "2" in F1: functions that run in one process must agree.'),
  );
});
