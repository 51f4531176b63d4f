import type { Locator, Page } from 'playwright';
import type { Readable } from './browsers/readable.ts';
import { ageOf, maxLiveAgeMs, readPicture, type Picture } from './picture.ts';
import { until, type RunningProduct } from './product.ts';

/** Signs in as a person does: e-mail, then the code from the outbox. */
export async function signIn(page: Page, product: Pick<RunningProduct, 'url' | 'code'>, email: string): Promise<void> {
  await page.goto(`${product.url}/signin`);
  await page.getByLabel('E-mail').fill(email);
  const asked = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await page.getByLabel('Code of 6 digits').fill(await product.code(email, { after: asked }));
  await seeDashboard(page);
}

/** Fills in the address at the sign-in that is open. @returns the code that came for it */
export async function submitEmail(page: Page, product: Pick<RunningProduct, 'code'>, email: string): Promise<string> {
  await page.getByLabel('E-mail').fill(email);
  const after = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').waitFor();
  return product.code(email, { after });
}

/** Waits for the dashboard; on the way there the apps may be offered once. */
export async function seeDashboard(page: Page): Promise<void> {
  const dashboard = page.getByRole('heading', { name: 'All locations' });
  const withoutApps = page.getByText('Continue without apps');
  await dashboard.or(withoutApps).first().waitFor();
  if (await withoutApps.isVisible()) await withoutApps.click();
  await dashboard.waitFor();
}

/** Waits until what no screen waits for runs: the service worker's listeners, notifications, the offer of a new version, the toasts. */
export async function seeBackground(page: Page): Promise<void> {
  await page.locator('[data-sonner-toaster], section[aria-label*="Notifications"]').first().waitFor({ state: 'attached' });
}

/** The dialog that is open, one that asks for a decision too. */
export function openDialog(page: Page): Locator {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Signs out as a person does. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await openDialog(page).getByRole('button', { name: 'Sign out' }).click();
}

/** The first camera of the dashboard that is open, once it is there. */
export function firstCamera(page: Page): Promise<string> {
  return until(
    'a camera on the dashboard',
    async () => {
      const href = await page
        .locator('a[href^="/cameras/"]:not([href$="/add"])')
        .first()
        .getAttribute('href', { timeout: 1000 })
        .catch(() => null);
      return href?.split('/')[2];
    },
    30_000,
  );
}

/** Fills the form "Connect a camera by its address" and sends it. */
export async function fillCamera(
  page: Page,
  product: RunningProduct,
  camera: { url: string; user?: string; password?: string; name?: string },
): Promise<void> {
  await page.goto(`${product.url}/cameras/add?step=address`);
  await page.getByLabel('Camera address').fill(camera.url);
  if (camera.user !== undefined) await page.getByLabel('User name').fill(camera.user);
  if (camera.password !== undefined) await page.getByLabel('Password', { exact: true }).fill(camera.password);
  if (camera.name !== undefined) await page.getByLabel('Name', { exact: true }).fill(camera.name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** Connects a camera of the rig and waits for its page. GStreamer falls silent now and then when it begins; a person presses the button again. */
export async function connectCamera(page: Page, product: RunningProduct, camera: Parameters<typeof fillCamera>[2]): Promise<void> {
  await fillCamera(page, product, camera);
  const noPicture = page.getByText('sends no picture');
  const isAdded = page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await Promise.race([
    isAdded,
    noPicture.waitFor().then(
      () => page.getByRole('button', { name: 'Connect', exact: true }).click(),
      () => undefined,
    ),
  ]);
  await isAdded;
}

/**
 * Waits until the page shows a live picture: one that was taken after the call, is not from the archive, and moves.
 * A frame that was still on the screen from before a cut does not count. How old live pictures may be is measured by `bench/live`.
 * @param timeoutMs includes the time that a reconnect may take
 */
export async function seeLive(page: Readable, timeoutMs = 60_000): Promise<void> {
  const calledAt = Date.now();
  let seen: Picture | null = null;
  /** What a failure needs to be understood: whether it stood still, or was too old. */
  const lastSeen = (): string =>
    seen
      ? `the last one was ${ageOf(seen) ?? 'an unreadable number of'} ms old, ${seen.frames} frames shown in ${Date.now() - calledAt} ms`
      : 'there was none';
  const look = async (): Promise<Picture | null> => {
    seen = await readPicture(page);
    const ageMs = seen && ageOf(seen);
    // The rig and the page share this machine's clock.
    return seen !== null && ageMs !== null && ageMs > -200 && ageMs < maxLiveAgeMs && seen.now - ageMs > calledAt ? seen : null;
  };
  const first = await until(() => `a live picture: ${lastSeen()}`, look, timeoutMs);
  await until(
    () => `the picture to move and stay live: ${lastSeen()}`,
    async () => {
      const picture = await look();
      return picture !== null && picture.fingerprint !== first.fingerprint && picture.burnt !== first.burnt;
    },
    timeoutMs,
  );
}
