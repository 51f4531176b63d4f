import type { Locator } from 'playwright';
import { openDialog } from '../journeys.ts';
import type { Screen, View } from './screen.ts';
import { atMost } from '../../../tooling/tests/slow-machine.ts';

const path = '/settings/developers';

/** The preview with its picture, and the rows of every section. */
async function seePage({ page }: View): Promise<void> {
  await page.locator('.dev-dot.on').waitFor({ timeout: atMost(60_000) });
  await page.locator('.dev-waiting').first().waitFor({ state: 'detached' });
}

const section = ({ page, stage }: View, name: string): Locator => page.getByRole('region', { name: stage.t(name), exact: true });

const dialogOf =
  (name: string, button: string) =>
  async (view: View): Promise<void> => {
    await seePage(view);
    await section(view, name)
      .getByRole('button', { name: view.stage.t(button), exact: true })
      .click();
    await openDialog(view.page).waitFor();
  };

/** The page of developers, with keys, links and endpoints, and its dialogs. */
export const developersScreens: readonly Screen[] = [
  { name: 'developers', path, prepare: seePage },
  { name: 'developers-none', as: 'newcomer', path },
  { name: 'developers-key', path, prepare: dialogOf('developers-keys:title', 'developers-keys:create') },
  {
    name: 'developers-secret',
    path,
    prepare: async (view) => {
      await dialogOf('developers-keys:title', 'developers-keys:create')(view);
      await openDialog(view.page).locator('input').first().fill('Staging');
      await openDialog(view.page).locator('button[type=submit]').click();
      await view.page.locator('.dev-once').waitFor();
    },
  },
  { name: 'developers-link', path, prepare: dialogOf('developers-embeds:title', 'developers-embeds:create') },
  { name: 'developers-stream', path, prepare: dialogOf('developers-streams:title', 'developers-streams:create') },
  {
    name: 'developers-addresses',
    path,
    prepare: async (view) => {
      await dialogOf('developers-streams:title', 'developers-streams:create')(view);
      await openDialog(view.page).locator('input').first().fill('Lobby screen');
      await openDialog(view.page).getByRole('switch').first().click();
      await openDialog(view.page).locator('button[type=submit]').click();
      await openDialog(view.page).locator('.dev-addresses').waitFor();
    },
  },
  { name: 'developers-endpoint', path, prepare: dialogOf('developers-webhooks:title', 'developers-webhooks:add') },
  {
    name: 'developers-delivery',
    path,
    prepare: async (view) => {
      await seePage(view);
      await view.page.locator('.dev-event').first().click();
      await openDialog(view.page).waitFor();
    },
  },
  { name: 'quality', path: '/settings/developers/quality', prepare: ({ page }) => page.locator('.quality-report').waitFor() },
  { name: 'quality-none', as: 'newcomer', path: '/settings/developers/quality' },
];
