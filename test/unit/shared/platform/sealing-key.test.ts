import { deriveSealingKey, getSealingKey } from '../../../../shared/platform/sealing-key';

describe('the sealing key', () => {
  it('has 256 bits, the same for the same material only', () => {
    expect(deriveSealingKey('a')).toHaveLength(32);
    expect(deriveSealingKey('a')).toEqual(deriveSealingKey('a'));
    expect(deriveSealingKey('a')).not.toEqual(deriveSealingKey('b'));
  });

  it('says which variables are missing, and is looked for again at the next call', async () => {
    await expect(getSealingKey({})).rejects.toThrow('Neither WEBHOOK_KEY nor WEBHOOK_KEY_ARN is set');
    expect(await getSealingKey({ WEBHOOK_KEY: 'a' })).toEqual(deriveSealingKey('a'));
    // A process reads it only once.
    expect(await getSealingKey({ WEBHOOK_KEY: 'b' })).toEqual(deriveSealingKey('a'));
  });
});
