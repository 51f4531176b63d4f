/** Browsers that differ in how to allow notifications again. */
export type BrowserName = 'chrome' | 'chrome-android' | 'firefox' | 'firefox-android' | 'safari' | 'ios' | 'edge' | 'yandex' | 'other';

/** Returns the browser's name. @param agent the user agent @param touchPoints identifies an iPad, which reports itself as a Mac */
export function browserName(agent: string, touchPoints: number): BrowserName {
  if (/iPhone|iPad|iPod/.test(agent) || (agent.includes('Macintosh') && touchPoints > 1)) return 'ios';
  if (agent.includes('YaBrowser')) return 'yandex';
  if (agent.includes('Firefox')) return agent.includes('Android') ? 'firefox-android' : 'firefox';
  if (agent.includes('Android')) return agent.includes('Chrome') ? 'chrome-android' : 'other';
  if (agent.includes('Edg/')) return 'edge';
  if (agent.includes('Chrome')) return 'chrome';
  return agent.includes('Safari') ? 'safari' : 'other';
}

/** Why push is unavailable. */
export type UnsupportedReason = 'insecure' | 'home-screen' | 'browser';

/** Returns why push is unavailable. @param isInstalled the page runs from the home screen */
export function unsupportedReason(browser: BrowserName, isSecure: boolean, isInstalled: boolean): UnsupportedReason {
  if (!isSecure) return 'insecure';
  return browser === 'ios' && !isInstalled ? 'home-screen' : 'browser';
}
