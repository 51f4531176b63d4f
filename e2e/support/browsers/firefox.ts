import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox } from 'playwright';
import { timeSetUp } from '../evidence/set-up-time.ts';
import { createTestBrowser, findProgram, type TestBrowser } from './test-browser.ts';

type Preferences = Readonly<Record<string, string | number | boolean>>;

const preferences: Preferences = {
  // A moving picture and a tone in place of a camera and a microphone, without a question.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // As in Chromium's tests: what a person's press would allow.
  'media.autoplay.default': 0,
  // A press allows the clipboard for five seconds, which a busy machine needs between two calls.
  'dom.events.testing.asyncClipboard': true,
  // No requests of the browser's own.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/**
 * Nothing plays before a press, as users can set it, and only what a press itself starts plays: what playwright runs in each new page
 * counts as a press for the other policies, which remember one.
 */
export const refusesAutoplay: Preferences = { 'media.autoplay.default': 5, 'media.autoplay.blocking_policy': 2 };

/**
 * Inserts text as a user does, in place of playwright's own function: that sets a field's value as a script of the page does, and React,
 * which watches such scripts, takes what follows for no change. Runs in each page.
 */
function insertAsUsersDo(): void {
  const insert = (text: string): Element | undefined => {
    let field = document.activeElement;
    while (field?.shadowRoot) field = field.shadowRoot.activeElement;
    if (field instanceof HTMLIFrameElement) return field;
    if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return undefined;
    const { value, selectionStart, selectionEnd } = field;
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const owner = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    const { set } = Object.getOwnPropertyDescriptor(owner, 'value') ?? {};
    set?.call(field, value.slice(0, start) + text + value.slice(end));
    if (selectionStart !== null) field.setSelectionRange(start + text.length, start + text.length);
    field.dispatchEvent(new InputEvent('input', { data: text, bubbles: true, composed: true }));
    return undefined;
  };
  Object.defineProperty(globalThis, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}

/**
 * Starts Debian's own Firefox with a fresh profile, driven over WebDriver BiDi. Playwright 1.65.1 asks every BiDi browser for
 * `emulation.setMediaFeaturesOverride`, which Firefox 153 ESR does not know; no option of a context avoids that (`initialize` of
 * `BidiBrowserContext` sends it always), so `firefox-relay.ts` answers it. `colorScheme` has no effect therefore: set
 * `ui.systemUsesDarkTheme`.
 * @param more preferences beside the usual ones
 */
export async function launchFirefox(more: Preferences = {}): Promise<TestBrowser> {
  const path = findProgram('FIREFOX_PATH', [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);
  if (path === null) throw new Error('No Firefox was found. Install it (apt-get install firefox-esr) or name it in FIREFOX_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-firefox-'));
  const executablePath = join(folder, 'firefox');
  writeFileSync(
    executablePath,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'firefox-relay.ts')}' '${path}' "$@"\n`,
  );
  chmodSync(executablePath, 0o700);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const launched = await timeSetUp('browser', () =>
      firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: { ...preferences, ...more } }),
    );
    const browser = createTestBrowser(launched, { close: () => launched.close(), script: insertAsUsersDo });
    return { ...browser, close: () => browser.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
