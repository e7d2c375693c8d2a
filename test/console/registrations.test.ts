import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { runScript } from '../support/run/run-script';
import { type StartedService, startService } from '../support/service/start-service';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn } from './browser';
import { type Demo, readDemo } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of the operators' desk of registrations, with a service that sends by End User Messaging. */
const TOLL_FREE = '+18005550100';

let browser: Browser;
let service: StartedService;
let demo: Demo;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await connectToBrowser();
  service = await startService(['--in-memory'], { hasOwnTable: true, environment: { PROVIDER: 'eum' } });
  demo = readDemo(service.dataDir);
  const { accountId } = demo;
  await operate('number', 'add', '--account', accountId, '--number', TOLL_FREE);
  const group = ['--name', 'Offers', '--opt-in-type', 'DOUBLE'];
  const { id } = await operate<{ id: string }>('group', 'create', '--account', accountId, ...group);
  await operate(
    ...['form', 'create', '--account', accountId, '--group', id, '--brand', 'Acme Shoes'],
    ...['--description', 'Offers and news', '--frequency', 'Up to 4 messages a month'],
    ...['--terms', 'https://acme.com/terms', '--privacy', 'https://acme.com/privacy'],
  );
  context = await openContext(browser, { width: 1280 });
  page = await signIn(context, demo, 'operator');
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const run = (...args: string[]) =>
  runScript('bin/operator.ts', args, { ...process.env, DATA_DIR: service.dataDir });

async function operate<Value>(...args: string[]): Promise<Value> {
  const { exitCode, stdout, stderr } = await run(...args, '--json');
  if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Value;
}

/** Finds what people with assistive technology cannot use, in light and dark, on a desktop and a phone. */
async function faultsOf(): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await violationsOf(new AxeBuilder({ page }))));
    }
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (tooWide > 0) faults.push(`${tooWide} pixels too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

const TEXTS = {
  'Company name': 'Acme Shoes LLC',
  'Website of the company': 'https://www.acme.com',
  'Street of the business': '1 Main Street',
  'City of the business': 'Seattle',
  'State or province of the business': 'WA',
  'Zip or postal code of the business': '98101',
  'Country of the business, two letters': 'US',
  'First name of the business contact': 'Ada',
  'Last name of the business contact': 'King',
  'E-mail of the business contact, of the domain of the website': 'help@acme.com',
  'Phone number of the business contact, E.164': '+18005550199',
};
const CHOICES = {
  'Business type': 'SOLE_PROPRIETOR',
  'Texts a month': '1,000',
  'Use case category': 'PROMOTIONS_AND_MARKETING',
};

it('shows US numbers in no registration, and leads from the list to a draft', async () => {
  await openScreen(page, demo, 'operator/registrations');
  await page.getByText(/\+18005550100 \(Toll-free\)\. Carriers deliver nothing from them\./).waitFor();
  await page.getByRole('row', { name: /\+18005550100 US Toll-free Active None: it needs one/ }).waitFor();
  expect(await faultsOf()).toEqual([]);
  await page.getByRole('link', { name: 'Draft a registration' }).click();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('option', { name: /^Demo/ }).click();
  await page.getByRole('button', { name: /^Registration/ }).click();
  await page.getByRole('option', { name: 'Toll-free number' }).click();
  await page.getByText(/^\d+ required fields missing, 0 fields invalid\./).waitFor();
  await page.getByRole('link', { name: /\/join\/frm_\w+, with its evidence for carriers/ }).waitFor();
});

it('fills, checks and downloads a draft, which the command that it shows submits', async () => {
  const workflow = page.getByLabel('Opt-in workflow');
  expect(await workflow.inputValue()).toContain('People open the public page http');
  await workflow.fill('x'.repeat(1_501));
  await page.getByText('It has 1501 characters, 1500 are allowed.').waitFor();
  await page.getByRole('button', { name: 'Take the account’s value: Opt-in workflow' }).click();
  expect(await workflow.inputValue()).toContain('People open the public page http');

  for (const [label, text] of Object.entries(TEXTS)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  for (const [label, choice] of Object.entries(CHOICES)) {
    await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }
  await page.getByText('1 required field missing, 0 fields invalid.').waitFor();
  await page.getByText('Only fields with something to do').click();
  const picture = join(service.dataDir, 'opt-in.png');
  writeFileSync(picture, 'a picture');
  await page.getByLabel('Screenshot of the opt-in').fill(picture);
  await page.getByText(/AWS takes these fields: nothing is missing, and nothing is invalid\./).waitFor();
  expect(await faultsOf()).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download draft' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('draft-toll-free.json');
  const file = join(service.dataDir, saved.suggestedFilename());
  await saved.saveAs(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    ...{ type: 'US_TOLL_FREE_REGISTRATION', account: demo.accountId },
    fields: { 'companyInfo.companyName': 'Acme Shoes LLC', 'messagingUseCase.optInType': ['DIGITAL_FORM'] },
  });
  const command = await page.getByText(/^npm run operator -- /).innerText();
  expect(command).toBe('npm run operator -- registration submit --draft draft-toll-free.json');
  const args = command.replace('npm run operator -- ', '').replace('draft-toll-free.json', file).split(' ');
  const planned = await run(...args);
  expect([planned.exitCode, planned.stderr]).toEqual([
    1,
    expect.stringMatching(/AWS may charge for it\..*confirm it with --yes/),
  ]);
  expect(await operate(...args, '--yes')).toEqual({
    ...{ registration: 'registration-made-1', type: 'US_TOLL_FREE_REGISTRATION' },
  });
});

it('shows why a version was denied, what to do, and the marked fields, and drafts it again', async () => {
  const decision = {
    ...{ registration: 'registration-made-1', status: 'REQUIRES_UPDATES', reasons: ['INVALID_URL'] },
    fields: { 'companyInfo.website': 'It cannot be opened.' },
  };
  await fetch(`${demo.baseUrl}/_local/registration`, { method: 'POST', body: JSON.stringify(decision) });
  await openScreen(page, demo, 'operator/registrations');
  await page.getByRole('row', { name: /Toll-free number registration-made-1 Rejected/ }).waitFor();
  await page.getByRole('link', { name: 'Toll-free number' }).click();
  await page.getByRole('heading', { name: 'INVALID_URL' }).waitFor();
  await page.getByText('Denied for INVALID_URL.').waitFor();
  await page.getByText(/^Give a website that opens without signing in/).waitFor();
  await page.getByText('Website of the company (companyInfo.website)').waitFor();
  await page.getByText('It cannot be opened.').waitFor();
  expect(await faultsOf()).toEqual([]);

  await page.getByRole('link', { name: 'Draft it again' }).click();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('option', { name: /^Demo/ }).click();
  await page.getByText(/--registration registration-made-1$/).waitFor();
  await page.getByLabel('Open a draft').setInputFiles(join(service.dataDir, 'draft-toll-free.json'));
  await page.getByText('draft-toll-free.json is opened.').waitFor();
  expect(await page.getByLabel('Company name', { exact: true }).inputValue()).toBe('Acme Shoes LLC');
  await page.getByText(/AWS takes these fields/).waitFor();
});

it('asks before what was entered is lost', async () => {
  const draft = page.url();
  const back = page.getByRole('main').getByRole('link', { name: 'Registrations' });
  await back.click();
  const asked = page.getByRole('dialog', { name: 'Leave the draft?' });
  await asked.getByRole('button', { name: 'Stay' }).click();
  expect(page.url()).toBe(draft);
  await back.click();
  await asked.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'Registrations', level: 1 }).waitFor();
});

it('says that AWS does not answer, and looks again', async () => {
  const silent = { code: 33120, status: 424, message: 'AWS does not answer at the moment. Try again.' };
  const address = '**/console/api/operator/registrations';
  await page.route(address, (route) => route.fulfill({ status: 424, json: silent }));
  await openScreen(page, demo, 'operator/registrations');
  await page.getByText(silent.message).waitFor();
  expect(await faultsOf()).toEqual([]);
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row', { name: /Toll-free number registration-made-1/ }).waitFor();
  expect(refusedByPolicy(context)).toEqual([]);
});
