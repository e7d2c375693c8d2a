import type {
  CursorScope,
  openCursor,
  sealCursors,
} from '../../../../../shared/http/internal/sealed-cursors';
import { type AwsStandIn, startAwsStandIn } from '../../../../support/aws/aws-stand-in';

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
