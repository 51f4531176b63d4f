import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNotificationDaemon, startNotificationDaemon, type NotificationDaemon } from '../rig/notification-daemon.ts';
import { chromiumPath } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startPushRig } from '../support/push.ts';

/**
 * With a desktop behind it Chromium hands notifications over to it and gets real clicks back: only those may open windows and take the focus.
 * It needs a profile of its own; a private window's clicks are lost.
 */
describe.skipIf(!hasNotificationDaemon())(
  'a real click, from the desktop (skipped where there is no dbus-daemon or no Python with gi)',
  () => {
    let product: Product;
    let desktop: NotificationDaemon;
    let context: BrowserContext;
    const profile = mkdtempSync(join(tmpdir(), 'watchpost-desktop-'));

    beforeAll(async () => {
      [product, desktop] = await Promise.all([startProduct(), startNotificationDaemon()]);
      context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        env: { ...process.env, ...desktop.environment },
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
      });
      await context.grantPermissions(['notifications'], { origin: product.url });
    });
    afterAll(async () => {
      await context?.close();
      await desktop?.stop();
      await product?.dispose();
      rmSync(profile, { recursive: true, force: true });
    });

    test('opens the camera at the event: in a new window, in a page of ours that cannot navigate, in the app without reloading it', async () => {
      const at = Date.UTC(2026, 10, 20, 14, 2, 11);
      const page = await context.newPage();
      await signIn(page, product, 'desktop@example.test');
      const rig = await startPushRig(page, context, product.url);
      await page.goto('about:blank');
      await rig.left();

      const deliver = async (time: number): Promise<number> => {
        const before = desktop.shown.length;
        await rig.deliver({
          data: { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Front door', CameraId: 'cam_front-1', Timestamp: String(time) },
        });
        const { id, title, body } = await until('the notification on the desktop', () => desktop.shown.at(before));
        expect(title).toBe('Person');
        expect(body).toContain('Front door');
        return id;
      };

      const first = await deliver(at);
      const opened = context.waitForEvent('page');
      desktop.click(first);
      const app = await opened;
      await app.waitForURL(`${product.url}/cameras/cam_front-1?t=${at}`);
      await until('the notification to go', () => desktop.closed.includes(first));

      // A file of ours in a tab: no app listens there, so the browser takes it to the camera.
      await app.goto(`${product.url}/icons/icon.svg`);
      desktop.click(await deliver(at + 1000));
      await app.waitForURL(`${product.url}/cameras/cam_front-1?t=${at + 1000}`);

      // The app in a tab: it would show a message itself while it is visible, so the notification is put there from before.
      await app.goto(`${product.url}/settings/account`);
      // The toast shows that the app listens to the worker.
      await until('the app to listen', async () => {
        await rig.deliver({
          data: { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Back door', CameraId: 'cam_back-1', Timestamp: String(at) },
        });
        return app.getByText('Back door').first().isVisible();
      });
      await app.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      const before = desktop.shown.length;
      await rig.worker.evaluate(async (time) => {
        const { registration } = globalThis as unknown as {
          registration: { showNotification(title: string, options: object): Promise<void> };
        };
        await registration.showNotification('Person', { data: { cameraId: 'cam_front-1', at: time, link: null } });
      }, at + 2000);
      const { id } = await until('the notification on the desktop', () => desktop.shown.at(before));
      const pages = context.pages().length;
      desktop.click(id);
      await app.waitForURL(`${product.url}/cameras/cam_front-1?t=${at + 2000}`);
      expect(await app.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
      expect(context.pages()).toHaveLength(pages);
    });
  },
);
