import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeEmailMessage, type EmailMessagePart } from './email-message.ts';
import { partStyle } from './email-message-style.ts';

const compose = (parts: readonly EmailMessagePart[], subject = 'Hello') =>
  composeEmailMessage({ locale: 'en', subject, heading: 'Heading', parts });

test('text and HTML have the same content', () => {
  const { text, html } = compose([
    { kind: 'text', text: 'Enter this code:' },
    { kind: 'code', code: '012345' },
    { kind: 'facts', rows: [['When', 'today']] },
    { kind: 'link', label: 'Sign in', url: 'https://cams.example/signin' },
    { kind: 'note', text: 'Small print' },
  ]);
  for (const part of ['Heading', 'Enter this code:', '012345', 'When', 'today', 'https://cams.example/signin', 'Small print']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
});

test('opening an e-mail message loads nothing and runs nothing', () => {
  const { html } = compose([{ kind: 'quote', text: '<img src="https://tracker.example/x.png">' }]);
  expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|url\(|@import/i);
});

test('a picture is a part of the message itself: opening it loads nothing remote', () => {
  const hostile = 'https://tracker.example/x.png" onerror="x';
  const { html, text } = compose([
    { kind: 'picture', contentId: 'camera-1@watchpost', description: 'Yard "1" <b>' },
    { kind: 'picture', contentId: hostile, description: hostile },
  ]);
  const sources = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, source = '']) => source);
  expect(sources).toHaveLength(2);
  for (const source of sources) expect(source).toMatch(/^cid:[\w.%-]+$/);
  expect(html).not.toMatch(/<img(?! src="cid:[\w.%-]+" alt="[^"]*" width="414" style="[^"]*">)/i);
  expect(html).not.toMatch(/<(script|link|iframe|object|form)\b|url\(|@import/i);
  expect(html).toContain('alt="Yard &quot;1&quot; &lt;b&gt;"');
  expect(text).toContain('[Yard "1" <b>]');
});

test('it is readable on dark: every inline colour has its counterpart', () => {
  const { html } = compose([
    { kind: 'text', text: 'x' },
    { kind: 'code', code: '1' },
    { kind: 'quote', text: 'q' },
    { kind: 'note', text: 'n' },
    { kind: 'link', label: 'l', url: 'https://a.example' },
    { kind: 'facts', rows: [['a', 'b']] },
  ]);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const coloured = [...html.matchAll(/class="(wp-\w+)" (?:href="[^"]*" )?style="[^"]*(?:color|background):#/g)].map(
    ([, name = '']) => name,
  );
  expect(new Set(coloured)).toEqual(
    new Set(['wp-body', 'wp-brand', 'wp-dot', 'wp-card', 'wp-ink', 'wp-code', 'wp-quote', 'wp-quiet', 'wp-link']),
  );
  for (const name of coloured) expect(style).toContain(`.${name}`);
  // No element without such a class has a colour.
  expect([...html.matchAll(/<\w+ style="[^"]*color:#/g)]).toEqual([]);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('</title><script>', '"><img src=x>', "' onmouseover='x", '\r\nBcc: eve@example.com', '\u202E', '&lt;', '\uD800'),
  fc.string(),
);

test('any text stays text', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (one, two, three) => {
      const { subject, text, html } = compose(
        [
          { kind: 'quote', text: one },
          { kind: 'facts', rows: [['Label', two]] },
          { kind: 'text', text: three },
        ],
        two,
      );
      // All tags are ours: as many as in a harmless e-mail message with as many lines.
      const harmless = compose(
        [
          { kind: 'quote', text: one.replaceAll(/[^\r\n]/g, 'x') },
          { kind: 'facts', rows: [['Label', 'x']] },
          { kind: 'text', text: 'x' },
        ],
        'x',
      ).html;
      expect(html.match(/<[^>]*>/g)).toEqual(harmless.match(/<[^>]*>/g));
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E]/u);
      expect(text.isWellFormed() && html.isWellFormed()).toBe(true);
      const quoted = text.slice(text.indexOf('\n\n> ') + 2).split('\n\n')[0] ?? '';
      for (const line of quoted.split('\n')) expect(line.startsWith('> ')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('every inline style has names of CSS properties only', () => {
  const names = Object.values(partStyle).flatMap((style) => style.split(';').map((declaration) => declaration.split(':')[0]));
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name ?? ''))).toEqual([]);
});
