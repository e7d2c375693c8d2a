import { linkDomainOf } from '../../../support/service/own-links';
import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let domain: string;
let links = 0;

beforeEach(async () => {
  accountId = await operator.createAccount();
  domain = linkDomainOf(accountId);
  await operator.json('account', 'link-domain', 'add', '--account', accountId, '--domain', domain);
});

const nextLink = () => `${domain}/spring-${(links += 1)}`;

const add = (link: string, url: string) =>
  operator.json<{ createdAt: string }>('link', 'add', '--account', accountId, '--link', link, '--url', url);

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

  it("refuses a link under another account's domain", async () => {
    const link = nextLink();
    await add(link, 'https://shop.example.com');
    const other = await operator.json<{ id: string }>('account', 'create', '--name', 'Other');

    expect(
      await operator.run(
        ...['link', 'add', '--account', other.id, '--link', link, '--url', 'https://evil.example'],
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
