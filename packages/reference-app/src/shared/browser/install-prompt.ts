/** Chromium's event; the platform's types do not know it yet. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

// The browser asks once, soon after the page has loaded; whoever wants to show the offer later has to keep it.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault();
  if (isInstallPrompt(event)) offer(event);
});
globalThis.addEventListener?.('appinstalled', () => offer(null));

/** Whether the browser offers to install the page as an app. */
export function canInstall(): boolean {
  return offered !== null;
}

export function subscribeInstall(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Shows the browser's own dialog; an offer can be used once. */
export async function install(): Promise<void> {
  const event = offered;
  offer(null);
  await event?.prompt();
}

/** Whether the page runs as an installed app already. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
