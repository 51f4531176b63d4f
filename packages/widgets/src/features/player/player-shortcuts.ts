import type { Locale } from '@watchpost/sdk-core';
import type { PlayerAbilities, PlayerShortcut } from './controls/panels/player-shortcuts.ts';

/**
 * The player's keyboard shortcuts, for a page that lists all of its shortcuts in one place. Their code is loaded on the first call.
 * @param has the player's abilities; all by default
 * @example const lines = await loadPlayerShortcuts('en', { talk: false });
 */
export async function loadPlayerShortcuts(locale: Locale, has?: Partial<PlayerAbilities>): Promise<readonly PlayerShortcut[]> {
  const { playerShortcuts } = await import('./controls/panels/player-shortcuts.ts');
  return playerShortcuts(locale, has);
}
