import { workerSettingsOf } from '../../lib/stack/function-settings';
import { WORKERS } from '../../shared/erasure/internal/slice';
import { synthesizeStacks } from '../support/stack/stack-template';

const template = synthesizeStacks();
const key = Object.keys(
  template.findResources('AWS::SecretsManager::Secret', {
    Properties: { Description: 'Hashes the phone numbers of erased people' },
  }),
);

interface Function {
  Metadata: { entry: string };
  Properties: { Environment?: { Variables: Record<string, unknown> } };
}

it('gives the key that erased people are hashed with to what erases, and to what makes or opts out contacts', () => {
  expect(key).toHaveLength(1);
  const functions = Object.values(template.findResources('AWS::Lambda::Function')) as Function[];
  const given = functions.filter(
    ({ Properties }) => 'ERASURE_KEY_ARN' in (Properties.Environment?.Variables ?? {}),
  );
  expect(given.map(({ Metadata }) => Metadata.entry).sort()).toEqual([
    'functions/console/account.ts',
    'functions/http/create-contact.ts',
    'functions/http/erase-contact.ts',
    'functions/http/opt-in-form.ts',
    'functions/workers/erase-people.ts',
    'functions/workers/fan-out-events.ts',
    'functions/workers/receive-inbound.ts',
    'functions/workers/record-receipt.ts',
    'functions/workers/transfer-contacts.ts',
  ]);
  const readers = Object.values(template.findResources('AWS::IAM::Role')).filter((role) =>
    JSON.stringify(role).includes(key[0] ?? ''),
  );
  expect(readers).toHaveLength(given.length);
});

it('tells the operator where the key is', () => {
  expect(template.findOutputs('ErasureKeyArn')).toMatchObject({ ErasureKeyArn: { Value: { Ref: key[0] } } });
});

it('leaves a worker free for other erasures while a divided table is read', () => {
  const { maxConcurrency } = workerSettingsOf('functions/workers/erase-people.ts');
  expect(maxConcurrency).toBeGreaterThan(WORKERS);
});
