import { createClient, type DeviceCode } from '@watchpost/sdk-core';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../tooling/lib/root.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { openDialog } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signedIn } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;
let anna: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  anna = await signedIn(product, 'anna@example.test');
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** A program's client, which asks to be signed in. */
async function startProgram(deviceName: string) {
  const client = createClient({ baseUrl: product.url });
  onTestFinished(() => client.dispose());
  let shown: DeviceCode | null = null;
  const session = client.session.signInWithDeviceCode({ deviceName, onCode: (code) => (shown = code) });
  session.catch(() => undefined);
  return { client, session, code: await until<DeviceCode>('a code', () => shown) };
}

test('a program asks, a browser approves, the program lists cameras; signed out in the app, its next call fails', async () => {
  const { client, session, code } = await startProgram('Backup on nas');
  const { page, context, errors, violations } = await browser.newPage({ storageState: anna });
  await page.goto(code.verificationUrl);
  await page.getByRole('heading', { name: 'Sign in a device' }).waitFor();
  await page.getByLabel('Code').pressSequentially(code.userCode.replace('-', '').toLowerCase());
  expect(await page.getByLabel('Code').inputValue()).toBe(code.userCode);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Approve this sign-in?' }).waitFor();
  for (const text of ['Backup on nas', code.userCode, '127.0.0.1', 'anna@example.test'])
    await page.getByText(text, { exact: true }).first().waitFor();
  // By keyboard, as everything: the heading has the focus, and Approve is next.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign-in approved' }).waitFor();
  expect(await session).toMatchObject({ email: 'anna@example.test' });
  expect(await client.cameras.list()).toEqual([]);

  await page.getByRole('link', { name: 'Account settings' }).click();
  await page.getByRole('button', { name: 'Sign out Backup on nas' }).click();
  await openDialog(page).getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Backup on nas is signed out').waitFor();
  await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
  expect(client.session.current.value).toBeNull();
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('the link with the code leads through the sign-in to the decision; denied, the program stops', async () => {
  const { session, code } = await startProgram('Somewhere else');
  const { page, context, errors } = await browser.newPage();
  await page.goto(code.verificationUrlComplete);
  await page.waitForURL('**/signin?returnUrl=*');
  await page.getByLabel('E-mail').fill('boris@example.test');
  const after = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await product.code('boris@example.test', { after }));
  await page.getByRole('button', { name: 'Continue without apps' }).click();
  await page.getByRole('heading', { name: 'Approve this sign-in?' }).waitFor();
  await page.getByText('Approve only if you started this sign-in yourself.').waitFor();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Sign-in denied' }).waitFor();
  await expect(session).rejects.toMatchObject({ code: 'access-denied' });
  // The code is used up, and the address does not keep it.
  expect(new URL(page.url()).search).toBe('');
  await page.goto(code.verificationUrlComplete);
  await page.getByText('Invalid or expired code').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('node-cli signs in with a browser once, and keeps the session in a file of its user', async () => {
  const home = mkdtempSync(join(tmpdir(), 'watchpost-cli-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const run = () => {
    const command = spawn(
      process.execPath,
      [join(root, 'examples/node-cli/contact-sheet.js'), '--sign-in', '--out', join(home, 'day.html')],
      {
        env: { ...process.env, HOME: home, WATCHPOST_SERVER: product.url },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    onTestFinished(() => void command.kill());
    let output = '';
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { output: () => output, ended: once(command, 'close').then(([code]) => [code, output]) };
  };
  const first = run();
  const [, address = '', userCode = ''] = await until(
    () => `the code: ${first.output()}`,
    () => /Open (\S+) and enter (\S+)/.exec(first.output()),
  );
  const { page, context } = await browser.newPage({ storageState: anna });
  await page.goto(`${address}?code=${userCode}`);
  await page.getByText(/^contact-sheet on /).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Sign-in approved' }).waitFor();
  expect(await first.ended).toEqual([0, expect.stringContaining('day.html: 0 events')]);
  await context.close();

  const file = join(home, '.watchpost-session.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('anna@example.test');
  const second = run();
  expect(await second.ended).toEqual([0, expect.stringMatching(/^[^\n]*day\.html: 0 events\n$/)]);
});
