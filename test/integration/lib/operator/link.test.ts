import { linkDomainOf } from '../../../support/service/own-links';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let domain: string;
let links = 0;

beforeEach(async () => {
  accountId = (await operator.json<{ id: string }>('account', 'create', '--name', 'Acme')).id;
  domain = linkDomainOf(accountId);
  await operator.json('account', 'link-domain', 'add', '--account', accountId, '--domain', domain);
});

const nextLink = () => `${domain}/spring-${(links += 1)}`;

const add = (link: string, url: string) =>
  operator.json<{ createdAt: string }>('link', 'add', '--account', accountId, '--link', link, '--url', url);

const refused = (stderr: string) => ({ exitCode: 1, stdout: '', stderr });

describe('link add', () => {
  it('registers a link', async () => {
    const link = nextLink();

    const added = await add(link, 'https://shop.example.com/?a=1');

    expect(added).toEqual({
      link,
      accountId,
      retentionDays: 90,
      url: 'https://shop.example.com/?a=1',
      createdAt: added.createdAt,
    });
    expect(await operator.json('link', 'list', '--account', accountId)).toEqual([added]);
  });

  it('leads a link elsewhere when repeated', async () => {
    const link = nextLink();
    await add(link, 'https://shop.example.com/a');

    const moved = await add(link, 'https://shop.example.com/b');

    expect(await operator.json('link', 'list', '--account', accountId)).toEqual([moved]);
    expect(moved).toMatchObject({ url: 'https://shop.example.com/b' });
  });

  it('tells the audit log where the link led before', async () => {
    const link = nextLink();
    await add(link, 'https://shop.example.com/a');
    await add(link, 'https://shop.example.com/b');

    const [turned, added] = await operator.json<object[]>('audit', 'list', '--account', accountId);
    const target = { type: 'link', id: link };
    expect(turned).toMatchObject({
      ...{ action: 'link add', target },
      changes: [{ from: 'https://shop.example.com/a', to: 'https://shop.example.com/b' }],
    });
    expect(added).toMatchObject({
      action: 'link add',
      target,
      changes: [{ to: 'https://shop.example.com/a' }],
    });
  });

  it("refuses a link under another account's domain", async () => {
    const link = nextLink();
    await add(link, 'https://shop.example.com');
    const other = await operator.json<{ id: string }>('account', 'create', '--name', 'Other');

    expect(
      await operator.run(
        'link',
        'add',
        '--account',
        other.id,
        '--link',
        link,
        '--url',
        'https://evil.example',
      ),
    ).toEqual(
      refused(`${domain} is not a link domain of the account: give it one with "account link-domain add".\n`),
    );
  });

  it.each([
    ['https://go.example.com/spring', 'https://shop.example.com'],
    ['go.example.com', 'https://shop.example.com'],
    ['go.example.com/spring/', 'https://shop.example.com'],
    ['go.example.com/spring?x=1', 'https://shop.example.com'],
    ['GO.example.com/spring', 'https://shop.example.com'],
    ['go.example.com/spring', 'shop.example.com'],
    ['go.example.com/spring', 'javascript:alert(1)'],
  ])('refuses %s to %s', async (link, url) => {
    expect(
      await operator.run('link', 'add', '--account', accountId, '--link', link, '--url', url),
    ).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('Expected') as string });
  });
});

describe('link remove', () => {
  it('takes a link away', async () => {
    const link = nextLink();
    await add(link, 'https://shop.example.com');

    expect(await operator.json('link', 'remove', '--account', accountId, '--link', link)).toEqual({
      link,
      accountId,
    });
    expect(await operator.json('link', 'list', '--account', accountId)).toEqual([]);
  });

  it('refuses a link that is not registered', async () => {
    expect(await operator.run('link', 'remove', '--account', accountId, '--link', 'a.example/b')).toEqual(
      refused('a.example/b is not registered on the account.\n'),
    );
  });
});
