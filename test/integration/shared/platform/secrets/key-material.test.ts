import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeyMaterial, readKeyVersion } from '../../../../../shared/platform/secrets/key-material';

const ARN = 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:cursors-AbCdEf';
interface Asked {
  headers: Record<string, unknown>;
  body: unknown;
}

let server: Server;
let environment: Record<string, string>;
let asked: Asked[];
let answers: Array<{ status: number; body: object }>;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: JSON.parse(body) });
      const { status, body: answer } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment = {
    CURSOR_KEY_ARN: ARN,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'AKIATEST',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => (asked = []));

const refusal = (status: number, type: string) => ({ status, body: { __type: type, Message: 'No.' } });

describe('the material of a key', () => {
  it('is asked of Secrets Manager in the region of the secret, signed with the credentials of the function', async () => {
    answers = [{ status: 200, body: { SecretString: 'material' } }];
    expect(await readKeyMaterial('CURSOR_KEY', environment)).toBe('material');
    expect(asked[0]?.body).toEqual({ SecretId: ARN, VersionStage: 'AWSCURRENT' });
    expect(asked[0]?.headers).toMatchObject({
      'x-amz-target': 'secretsmanager.GetSecretValue',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-west-1\/secretsmanager\/aws4_request,/,
      ) as string,
    });
  });

  it('has no version before a first rotation', async () => {
    answers = [refusal(400, 'com.amazonaws.secretsmanager#ResourceNotFoundException')];
    expect(await readKeyVersion('CURSOR_KEY', environment, 'previous')).toBeUndefined();
    expect(asked[0]?.body).toMatchObject({ VersionStage: 'AWSPREVIOUS' });
  });

  it('is asked for again when Secrets Manager fails or has too much to do', async () => {
    answers = [refusal(500, 'InternalServiceError'), refusal(400, 'ThrottlingException')];
    answers.push({ status: 200, body: { SecretString: 'material' } });
    expect(await readKeyMaterial('CURSOR_KEY', environment)).toBe('material');
    expect(asked).toHaveLength(3);
  });

  it('is not asked for again when it is refused', async () => {
    answers = [refusal(400, 'AccessDeniedException')];
    await expect(readKeyMaterial('CURSOR_KEY', environment)).rejects.toThrow('400 AccessDeniedException');
    expect(asked).toHaveLength(1);
  });

  it('is missing when the secret has no value', async () => {
    answers = [refusal(400, 'ResourceNotFoundException')];
    await expect(readKeyMaterial('CURSOR_KEY', environment)).rejects.toThrow('has no value');
  });
});
