import type {
  CursorScope,
  openCursor,
  sealCursors,
} from '../../../../../shared/http/internal/sealed-cursors';
import { type AwsStandIn, startAwsStandIn } from '../../../../support/aws/aws-stand-in';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeyMaterial, readKeyVersion } from '../../../../../shared/platform/secrets/key-material';

describe('cursors', () => {
  const SCOPE: CursorScope = {
    accountId: 'acc_1',
    operationId: 'listGroupMembers',
    pathParameters: { groupId: 'grp_1' },
  };
  const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];

  let aws: AwsStandIn;
  let stored: { AWSCURRENT: string; AWSPREVIOUS?: string };
  let nowMs = 0;

  beforeEach(async () => {
    nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    aws = await startAwsStandIn();
    stored = { AWSCURRENT: FIRST };
    aws.answers.GetSecretValue = ({ VersionStage: stage }) => {
      const SecretString = stored[stage as 'AWSCURRENT'];
      return SecretString === undefined ? { exception: 'ResourceNotFoundException' } : { SecretString };
    };
    delete process.env.CURSOR_KEY;
    Object.assign(process.env, {
      CURSOR_KEY_ARN: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:CursorKey',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await aws.stop();
  });

  /** Simulates a new process, which reads the key itself. */
  async function newProcess(): Promise<Process> {
    let loaded: unknown;
    await jest.isolateModulesAsync(async () => {
      loaded = await import('../../../../../shared/http/internal/sealed-cursors');
    });
    return loaded as Process;
  }
  interface Process {
    openCursor: typeof openCursor;
    sealCursors: typeof sealCursors;
  }
  async function sealedBy(one: Process, scope = SCOPE): Promise<string> {
    return ((await one.sealCursors({ results: [], nextCursor: 'con_9' }, scope)) as { nextCursor: string })
      .nextCursor;
  }

  describe('the key of cursors', () => {
    it('is read once, and opens what it sealed', async () => {
      const one = await newProcess();
      const cursor = await sealedBy(one);
      expect(await one.openCursor({ cursor, limit: '5' }, SCOPE)).toEqual({ cursor: 'con_9', limit: '5' });
      await sealedBy(one);
      expect(aws.asked).toEqual(['GetSecretValue', 'GetSecretValue']);
    });

    it('lets walks that are under way at its rotation go on, in processes before and after it', async () => {
      const before = await newProcess();
      const oldCursor = await sealedBy(before);
      stored = { AWSCURRENT: SECOND, AWSPREVIOUS: FIRST };
      const after = await newProcess();
      const newCursor = await sealedBy(after);
      expect(newCursor).not.toBe(oldCursor);
      expect(await after.openCursor({ cursor: oldCursor }, SCOPE)).toEqual({ cursor: 'con_9' });
      nowMs += 60_000;
      expect(await before.openCursor({ cursor: newCursor }, SCOPE)).toEqual({ cursor: 'con_9' });
    });

    it('is asked for once a minute at most, however many forged cursors come', async () => {
      const one = await newProcess();
      await sealedBy(one);
      aws.asked.splice(0);
      const forge = () =>
        one.openCursor({ cursor: Buffer.from('0123456789abcdefcon_9').toString('base64url') }, SCOPE);
      for (let count = 0; count < 20; count++) await expect(forge()).rejects.toMatchObject({ code: 33100 });
      expect(aws.asked).toEqual([]);
      nowMs += 60_000;
      for (let count = 0; count < 20; count++) await expect(forge()).rejects.toMatchObject({ code: 33100 });
      expect(aws.asked).toHaveLength(2);
    });

    it('seals for one list of one account', async () => {
      const one = await newProcess();
      const cursor = await sealedBy(one);
      const others: CursorScope[] = [
        { ...SCOPE, accountId: 'acc_2' },
        { ...SCOPE, operationId: 'listGroups' },
        { ...SCOPE, pathParameters: { groupId: 'grp_2' } },
      ];
      for (const other of others) {
        await expect(one.openCursor({ cursor }, other)).rejects.toMatchObject({ code: 33100 });
      }
      for (const changed of [`${cursor}A`, cursor.slice(0, -1), `${cursor}=`, '', 'AAAA']) {
        await expect(one.openCursor({ cursor: changed }, SCOPE)).rejects.toMatchObject({ code: 33100 });
      }
    });
  });
});

describe('material', () => {
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
});
