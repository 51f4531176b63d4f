import { describe, expect, test } from 'vitest';
import { readExternalLinks } from './external-links.ts';

const none = {
  wiki: null,
  supportChat: null,
  termsOfUse: null,
  privacy: null,
  channel: null,
  appStore: null,
  googlePlay: null,
  ruStore: null,
};

describe('readExternalLinks', () => {
  test('a language has its own links, or English ones where it has none', () => {
    const text = JSON.stringify({
      en: { wiki: 'https://wiki.example/en', channel: 'https://t.me/en' },
      ru: { wiki: 'https://wiki.example/ru', supportChat: 'tg://resolve?domain=help' },
    });
    expect(readExternalLinks(text, 'ru')).toEqual({
      ...none,
      wiki: 'https://wiki.example/ru',
      channel: 'https://t.me/en',
      supportChat: 'tg://resolve?domain=help',
    });
    expect(readExternalLinks(text, 'en')).toEqual({ ...none, wiki: 'https://wiki.example/en', channel: 'https://t.me/en' });
  });

  test('accepts pages of the same site and e-mail addresses', () => {
    const text = JSON.stringify({ en: { termsOfUse: '/terms.html', supportChat: 'mailto:help@example.test' } });
    expect(readExternalLinks(text, 'ru')).toEqual({ ...none, termsOfUse: '/terms.html', supportChat: 'mailto:help@example.test' });
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'wiki', '', 7, null, ['https://a.example']])(
    '%j is no link',
    (value) => {
      expect(readExternalLinks(JSON.stringify({ en: { wiki: value } }), 'en')).toEqual(none);
    },
  );

  test.each(['', '{}', 'null', '[]', '{"en":null}', '{"en":"https://a.example"}', '{"en":'])('%j contains none', (text) => {
    expect(readExternalLinks(text, 'ru')).toEqual(none);
  });
});
