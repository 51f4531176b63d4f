import { WatchpostError } from '../kernel/errors.ts';

/**
 * Copies a text to the clipboard. If the Clipboard API is missing (plain http) or refuses, falls back to a selection.
 * Call it from a click: otherwise browsers refuse to copy.
 * @throws {WatchpostError} `copy-failed` "Text can’t be copied" when both fail
 * @example button.onclick = () => copyText(code).then(showCopied, (error) => toast(errorText(error, 'en')));
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    if (!copyBySelection(text)) throw new WatchpostError('copy-failed', { cause, message: texts.en, texts });
  }
}

const texts = { en: 'Text can’t be copied', ru: 'Не удалось скопировать текст' } as const;

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  // Not display: none, which can't be selected; fixed, so that focusing it doesn't scroll the page.
  Object.assign(area.style, { position: 'fixed', top: '0', opacity: '0', pointerEvents: 'none' });
  // Under a modal dialog the rest of the page is inert: a selection there copies nothing.
  (focused?.closest('dialog') ?? document.body).append(area);
  try {
    area.focus({ preventScroll: true });
    area.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
