import { expect, test } from 'vitest';

/**
 * Smoke is never recognized, only passed on when a camera or a detector has reported it; faces and people are found where the server has
 * the models. So a text may name what was recognized only as the name of such a type. Anywhere else the word would promise a
 * detection that a server may not have.
 */
const eventTypes = [
  'cameras.event.human',
  'events.human',
  'notices.CAMERAPHONE_FACE',
  'notices.CAMERAPHONE_FIRE',
  'notices.CAMERAPHONE_PERSON',
  // Only where the server, or the operator's own detector, finds it.
  ...['cameras.event.face', 'events.face', 'notifications-camera.events.face'],
  ...['smart-events.plugInName.face', 'smart-events.plugInDoes.face'],
  ...['cameras.event.smoke', 'events.smoke', 'notifications-camera.events.smoke'],
  ...['smart-events.plugInName.smoke', 'smart-events.plugInDoes.smoke'],
  // In a test, only where the server has the recognition.
  'smart-events.objectClass.human',
];

/** A smoke alarm is heard by its beeps, which the server recognises itself; smoke is not seen. Offered only where sound can be analysed. */
const aboutAlarms = [
  'cameras.event.smokeAlarm',
  'events.searchSmokeAlarm',
  'events.smokeAlarm',
  'notifications-camera.events.smokeAlarm',
  'smart-events.sound.smokeAlarm',
  'smart-events.soundDoes.smokeAlarm',
];

/** Words that a search for events understands. */
const inSearch = ['events.searchExample', 'events.searchFace', 'events.searchHuman', 'events.searchSmoke'];

/** Here a person is a user of Watchpost, such as one with access to a camera, and not someone in the picture. Texts about sharing are all such. */
const aboutUsers = ['account.deletePeople', 'developers-embeds.maxViewers', 'developers-embeds.revokeWatching'];
const isAboutUsers = (key: string): boolean => aboutUsers.includes(key) || key.startsWith('sharing-');

const inPicture = { en: /\bfac(?:e|ial)|smoke|people detected/i, ru: /(?<!\p{L})(?:лиц(?:[оауе]|ом|ам|ами|ах)?(?!\p{L})|дым)/iu };
const person = { en: /\bperson\b/i, ru: /(?<!\p{L})человек/iu };

type TextLocale = keyof typeof person;

interface Text {
  readonly locale: TextLocale;
  /** Namespace and key, without the form of the plural. */
  readonly key: string;
  readonly text: string;
}

function textsOf(texts: object, path: string, locale: TextLocale): Text[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const name = `${path}.${key.replace(/_(zero|one|two|few|many|other)$/, '')}`;
    if (typeof value === 'string') return [{ locale, key: name, text: value.replaceAll(/\{\{\w+\}\}/g, '') }];
    return typeof value === 'object' && value !== null ? textsOf(value, name, locale) : [];
  });
}

const nameOf = (path: string): string => path.replace(/^.*\/|\.(?:en\.json|ru\.json|ts)$/g, '');
const filesOf = {
  en: import.meta.glob<object>('../../**/*.en.json', { eager: true, import: 'default' }),
  ru: import.meta.glob<object>('../../**/*.ru.json', { eager: true, import: 'default' }),
};
const ofApp = (['en', 'ru'] as const).flatMap((locale) =>
  Object.entries(filesOf[locale]).flatMap(([path, texts]) => textsOf(texts, nameOf(path), locale)),
);

/** The widgets keep both languages in one file, as objects of strings. */
const widgetFiles = import.meta.glob<string>(['../../../../widgets/src/i18n/*.ts', '../../../../widgets/src/primitives/labels.ts'], {
  query: '?raw',
  eager: true,
  import: 'default',
});
const ofWidgets = Object.entries(widgetFiles).flatMap(([path, source]) =>
  [...source.matchAll(/^\s+'?([\w-]+)'?:\s*(['"`])(.+?)\2,?$/gm)].map(([, key = '', , text = '']): Text => ({
    locale: /[а-яё]/i.test(text) ? 'ru' : 'en',
    key: `${nameOf(path)}.${key}`,
    text,
  })),
);
const all = [...ofApp, ...ofWidgets];
const shown = ({ locale, key, text }: Text): string => `${locale} ${key}: ${text}`;

test('a text promises to recognize faces, smoke or people nowhere but in the names of event types', () => {
  const promises = all.filter(
    ({ locale, key, text }) =>
      !eventTypes.includes(key) &&
      !aboutAlarms.includes(key) &&
      !inSearch.includes(key) &&
      (inPicture[locale].test(text) || (person[locale].test(text) && !isAboutUsers(key))),
  );
  expect(promises.map(shown)).toEqual([]);
});

test.each(['en', 'ru'] as const)(
  'the texts of the app and of the widgets are all read, and no listed key is out of date (%s)',
  (locale) => {
    expect(ofApp.filter((text) => text.locale === locale).length).toBeGreaterThan(1000);
    expect(ofWidgets.filter((text) => text.locale === locale).length).toBeGreaterThan(100);
    for (const key of eventTypes) {
      const texts = all.filter((text) => text.locale === locale && text.key === key).map(({ text }) => text);
      expect(texts, key).toEqual([expect.stringMatching(new RegExp(`${inPicture[locale].source}|${person[locale].source}`, 'iu'))]);
    }
    for (const key of [...aboutUsers, ...aboutAlarms])
      expect(
        all.some((text) => text.locale === locale && text.key === key),
        key,
      ).toBe(true);
  },
);

test.each<[TextLocale, string, boolean]>([
  ['en', 'Face recognition', true],
  ['en', 'Detects smoke', true],
  ['en', 'Change settings', false],
  ['ru', 'Распознаёт лица', true],
  ['ru', 'Улица, открытый код по лицензии', false],
  ['ru', 'Датчик дыма', true],
])('the words are found as words (%s: %s)', (locale, text, isFound) => {
  expect(inPicture[locale].test(text)).toBe(isFound);
});
