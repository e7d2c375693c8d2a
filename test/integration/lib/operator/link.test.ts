import { linkDomainOf } from '../../../support/service/own-links';
import { refused, useOperator } from './operator-fixture';

describe('links', () => {
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
        refused(
          `${domain} is not a link domain of the account: give it one with "account link-domain add".\n`,
        ),
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
});

describe('link domains', () => {
  const operator = useOperator();
  let accountId: string;
  let domain: string;

  beforeEach(async () => {
    accountId = await operator.createAccount('--name', `Acme ${Math.random()}`);
    domain = linkDomainOf(accountId);
  });

  const add = (name: string, id = accountId) =>
    operator.run('account', 'link-domain', 'add', '--account', id, '--domain', name);
  const remove = (...options: string[]) =>
    operator.run('account', 'link-domain', 'remove', '--account', accountId, '--domain', domain, ...options);
  const show = async (id = accountId) =>
    (await operator.json<{ linkDomains: string[] }>('account', 'show', '--account', id)).linkDomains;
  const addLink = (link: string) =>
    operator.json(
      'link',
      'add',
      '--account',
      accountId,
      '--link',
      link,
      '--url',
      'https://shop.example.com/',
    );
  describe('account link-domain add', () => {
    it('gives the account a domain, which account show lists', async () => {
      expect(await show()).toEqual([]);
      const added = await operator.json(
        ...['account', 'link-domain', 'add', '--account', accountId, '--domain', domain],
      );
      expect(added).toEqual({ domain, accountId, createdAt: expect.any(String) as string });
      expect((await add(`x.${domain}`)).exitCode).toBe(0);
      expect(await show()).toEqual([domain, `x.${domain}`]);
      expect((await operator.run('account', 'show', '--account', accountId)).stdout).toContain(domain);
    });

    it('gives a domain to one account only, of several at once', async () => {
      const other = await operator.json<{ id: string }>('account', 'create', '--name', 'Other', '--force');
      const outcomes = await Promise.all([add(domain), add(domain, other.id)]);
      expect(outcomes.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
      expect(outcomes).toContainEqual(refused(`${domain} belongs to another account.\n`));
      expect([...(await show()), ...(await show(other.id))]).toEqual([domain]);
    });

    it('takes the registrable domain as well as one below it', async () => {
      const name = domain.replace('.example.com', '.com');
      expect((await add(name)).exitCode).toBe(0);
    });

    it.each([
      ['tk', 'must have at least one dot before a public suffix, such as go.acme.com or acme.com'],
      ['x.127.0.0.1', 'must be a domain in lower case, such as go.acme.com, without scheme, port and path'],
    ])('refuses %s', async (name, reason) => {
      expect(await add(name)).toEqual(refused(`${name} cannot be a link domain: it ${reason}.\n`));
      expect(await show()).toEqual([]);
    });
  });

  describe('account link-domain remove', () => {
    it('takes the domain with the links under it, and no others', async () => {
      await add(domain);
      await add(`x.${domain}`);
      await addLink(`${domain}/a`);
      await addLink(`${domain}/b`);
      await addLink(`x.${domain}/a`);
      expect(JSON.parse((await remove('--yes', '--json')).stdout)).toEqual({
        ...{ accountId, domain },
        removedLinks: [`${domain}/a`, `${domain}/b`],
      });
      expect(await show()).toEqual([`x.${domain}`]);
      expect(await operator.json('link', 'list', '--account', accountId)).toMatchObject([
        { link: `x.${domain}/a` },
      ]);
      const [entry] = await operator.json<object[]>('audit', 'list', '--account', accountId);
      expect(entry).toMatchObject({
        action: 'link-domain remove',
        target: { type: 'linkDomain', id: domain },
      });
    });

    it('says first how many links stop', async () => {
      await add(domain);
      await addLink(`${domain}/a`);
      expect(await remove()).toEqual(
        refused(
          `Remove ${domain} from ${accountId} with its links (1)? Texts that were sent with them then lead nowhere. ` +
            'This cannot be undone: confirm it with --yes.\n',
        ),
      );
      expect(await show()).toEqual([domain]);
    });

    it('refuses a domain that the account has not', async () => {
      expect(await remove('--yes')).toEqual(refused(`${domain} is not a link domain of the account.\n`));
    });
  });
});
