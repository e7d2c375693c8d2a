import { readConfig } from '../../../../shared/platform/config';

const BASE = { TABLE_NAME: 'table', BASE_URL: 'https://api.example/' };
const provider = (environment: Record<string, string>) => readConfig({ ...BASE, ...environment }).provider();

describe("the provider's settings", () => {
  it('are the address of the simulator', () => {
    expect(provider({ PROVIDER: 'simulator', SIMULATOR_URL: 'http://127.0.0.1:1' })).toEqual({
      name: 'simulator',
      simulatorUrl: 'http://127.0.0.1:1',
    });
  });

  it('are those of End User Messaging', () => {
    const environment = {
      PROVIDER: 'eum',
      EUM_CONFIGURATION_SET: 'our-set',
      EUM_MESSAGE_TYPE: 'TRANSACTIONAL',
      MEDIA_BUCKET: 'media',
    };
    expect(provider(environment)).toEqual({
      name: 'eum',
      configurationSet: 'our-set',
      messageType: 'TRANSACTIONAL',
      mediaBucket: 'media',
    });
  });

  it('may leave out the configuration set and the message type', () => {
    expect(provider({ PROVIDER: 'eum', MEDIA_BUCKET: 'media', EUM_CONFIGURATION_SET: '' })).toEqual({
      name: 'eum',
      configurationSet: undefined,
      messageType: undefined,
      mediaBucket: 'media',
    });
  });

  it.each([
    [{}, 'The environment variable PROVIDER is not set'],
    [{ PROVIDER: 'fax' }, 'PROVIDER is "fax": expected simulator or eum'],
    [{ PROVIDER: 'simulator' }, 'The environment variable SIMULATOR_URL is not set'],
    [{ PROVIDER: 'eum' }, 'The environment variable MEDIA_BUCKET is not set'],
    [
      { PROVIDER: 'eum', MEDIA_BUCKET: 'm', EUM_MESSAGE_TYPE: 'LOUD' },
      'EUM_MESSAGE_TYPE is "LOUD": expected TRANSACTIONAL or PROMOTIONAL',
    ],
  ])('are refused when wrong: %j', (environment: Record<string, string>, message) => {
    expect(() => provider(environment)).toThrow(new Error(message));
  });

  it('are not needed by a function that sends nothing', () => {
    expect(readConfig({ ...BASE, PROVIDER: 'eum' })).toMatchObject({
      tableName: 'table',
      baseUrl: 'https://api.example',
    });
  });
});

describe('whether STOP and HELP are answered', () => {
  const read = (environment: Record<string, string>) =>
    readConfig({ ...BASE, ...environment }).keywordReplies();

  it.each(['on', 'off'])('is %s', (answer) => {
    expect(read({ KEYWORD_REPLIES: answer })).toBe(answer);
  });

  it('must be said', () => {
    expect(() => read({})).toThrow(new Error('The environment variable KEYWORD_REPLIES is not set'));
    expect(() => read({ KEYWORD_REPLIES: 'yes' })).toThrow(
      new Error('KEYWORD_REPLIES is "yes": expected on or off'),
    );
  });
});
