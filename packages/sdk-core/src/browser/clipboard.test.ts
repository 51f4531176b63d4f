import { afterEach, expect, test, vi } from 'vitest';
import { errorText } from '../kernel/error-text.ts';
import { WatchpostError } from '../kernel/errors.ts';
import { copyText } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

/** The few parts of a page that copying uses. */
function stubPage(options: {
  readonly clipboard?: (text: string) => Promise<void>;
  readonly execCommand: () => boolean;
  readonly inDialog?: boolean;
}) {
  const log: string[] = [];
  class Element {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    focus = (): void => void log.push(`focus ${this.name}`);
    closest = (): Element | null => (options.inDialog ? dialog : null);
    append = (child: { readonly value: string }): void => void log.push(`${this.name} holds ${child.value}`);
  }
  const dialog = new Element('dialog');
  const button = new Element('button');
  const area = {
    value: '',
    style: {},
    readOnly: false,
    focus: () => log.push('focus area'),
    select: () => log.push('select'),
    remove: () => log.push('remove'),
  };
  vi.stubGlobal('HTMLElement', Element);
  vi.stubGlobal('navigator', options.clipboard ? { clipboard: { writeText: options.clipboard } } : {});
  vi.stubGlobal('document', {
    activeElement: button,
    body: new Element('body'),
    createElement: () => area,
    execCommand: () => (log.push('copy'), options.execCommand()),
  });
  return log;
}

test('copies through the Clipboard API', async () => {
  const written: string[] = [];
  const log = stubPage({ clipboard: async (text) => void written.push(text), execCommand: () => true });
  await copyText('123-456');
  expect(written).toEqual(['123-456']);
  expect(log).toEqual([]);
});

test.each([
  ['is missing', undefined],
  ['refuses', () => Promise.reject(new Error('NotAllowedError'))],
])('copies through a selection if the API %s, removes it and restores the focus', async (_, clipboard) => {
  const log = stubPage({ ...(clipboard && { clipboard }), execCommand: () => true });
  await copyText('123-456');
  expect(log).toEqual(['body holds 123-456', 'focus area', 'select', 'copy', 'remove', 'focus button']);
});

test('inside a dialog, the selection is made in it, because the page behind is inert', async () => {
  const log = stubPage({ execCommand: () => true, inDialog: true });
  await copyText('123-456');
  expect(log[0]).toBe('dialog holds 123-456');
});

test.each([
  ['refuses', () => false],
  [
    'throws',
    () => {
      throw new Error('SecurityError');
    },
  ],
])('if the fallback %s too, an error explains it in both languages', async (_, execCommand) => {
  const log = stubPage({ execCommand });
  const error = await copyText('x').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WatchpostError);
  expect(error).toMatchObject({ code: 'copy-failed', message: 'Text can’t be copied' });
  expect([errorText(error, 'en'), errorText(error, 'ru')]).toEqual(['Text can’t be copied', 'Не удалось скопировать текст']);
  expect(log.slice(-2)).toEqual(['remove', 'focus button']);
});
