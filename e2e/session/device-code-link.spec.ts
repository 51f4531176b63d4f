import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../tooling/lib/root.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startDeviceCodeProgram } from '../support/session/device-code-program.ts';
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

const startProgram = (deviceName: string) => startDeviceCodeProgram(product, deviceName);

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
