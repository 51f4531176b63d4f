/** Chromium's event, which the platform's types lack. */
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

// The event fires once, soon after the page has loaded, so it is kept until the offer is shown.
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

/** Shows the browser's prompt, which can be used once. */
export async function install(): Promise<void> {
  const event = offered;
  offer(null);
  await event?.prompt();
}

/** Whether the page runs as an installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
