import type { Screen, View } from './screen.ts';

/** Opens the link that a program shows. */
async function openDevice({ page, stage }: View, deviceName: string): Promise<void> {
  const started = await fetch(`${stage.url}/public/api/v3/device-authorizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceName, deviceId: crypto.randomUUID() }),
  });
  const { verificationUrlComplete }: { verificationUrlComplete: string } = await started.json();
  await page.goto(verificationUrlComplete);
  await page.locator('.device-code-rows').waitFor();
}

export const sessionScreens: readonly Screen[] = [
  { name: 'device', path: '/device' },
  {
    name: 'device-wrong-code',
    path: '/device?code=BBBB-BBBB',
    prepare: ({ page }) => page.locator('[aria-invalid=true]').waitFor(),
  },
  { name: 'device-decide', path: '/device', prepare: (view) => openDevice(view, 'Backup on nas') },
  {
    name: 'device-decide-long',
    path: '/device',
    prepare: (view) => openDevice(view, 'nightly-archive-of-the-northern-warehouse.internal.example.org'.slice(0, 60)),
  },
  {
    name: 'device-approved',
    path: '/device',
    prepare: async (view) => {
      await openDevice(view, 'Backup on nas');
      await view.page.locator('.device-code .wp-button-primary').click();
      await view.page.locator('.device-code-rows').waitFor({ state: 'detached' });
    },
  },
];
