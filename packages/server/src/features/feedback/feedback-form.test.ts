import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from './feedback-form.ts';

const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
const part = (boundary: string, name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const read = (text: string, contentType = type('x')) => readFields(contentType, Buffer.from(text));
const refused = { code: 'invalid-request' };

test('fields are parsed as sent, under short and long boundaries, quoted or not', async () => {
  for (const boundary of ['x', 'xYzZY', '----WebKitFormBoundary7MA4YWxkTrZu0gW', 'a'.repeat(70)]) {
    const form = `${part(boundary, 'message', 'Первая\r\nвторая')}${part(boundary, 'email', 'a@example.com')}--${boundary}--\r\n`;
    expect(await read(form, type(boundary))).toEqual({ message: 'Первая\r\nвторая', email: 'a@example.com' });
    expect(await read(form, `multipart/form-data; boundary="${boundary}"`)).toEqual({
      message: 'Первая\r\nвторая',
      email: 'a@example.com',
    });
  }
});

test('a form sent by the platform’s own FormData is parsed completely', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-zA-Z]{1,20}$/), { maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 500 }),
      async (names, value) => {
        const form = new FormData();
        for (const name of names) form.append(name, value);
        const request = new Response(form);
        const fields = await readFields(request.headers.get('content-type') ?? '', await request.bytes());
        // A form's text is well-formed, with CRLF line ends.
        const sent = value.toWellFormed().replaceAll(/\r\n|\r|\n/g, '\r\n');
        expect(fields).toEqual(Object.fromEntries(names.map((name) => [name, sent])));
      },
    ),
    { examples: [[['a'], 'Ж'.repeat(400)]] },
  );
});

test.each([
  ['a field twice', `${part('x', 'a', '1')}${part('x', 'a', '2')}--x--\r\n`, type('x')],
  ['a file', `${part('x', 'a', '1', '; filename="a.txt"')}--x--\r\n`, type('x')],
  [
    'a file without a name',
    '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\n1\r\n--x--\r\n',
    type('x'),
  ],
  ['no end', part('x', 'a', '1'), type('x')],
  ['another boundary', `${part('y', 'a', '1')}--y--\r\n`, type('x')],
  ['no boundary', `${part('x', 'a', '1')}--x--\r\n`, 'multipart/form-data'],
  ['nothing', '', type('x')],
  ['too many parts', `${Array.from({ length: 30 }, (_, index) => part('x', `a${index}`, '1')).join('')}--x--\r\n`, type('x')],
])('%s is refused', async (_, text, contentType) => {
  await expect(read(text, contentType)).rejects.toMatchObject(refused);
});

test('a name of an object’s own machinery is an ordinary field name', async () => {
  const fields = await read(`${part('x', '__proto__', 'polluted')}${part('x', 'constructor', 'too')}--x--\r\n`);
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test('a form cut off anywhere, in a field or in a file, is refused without side effects', async () => {
  const whole = `${part('x', 'a', '1\r\n2')}${part('x', 'b', '3\r\n4', '; filename="b.txt"\r\nContent-Type: text/plain')}${part('x', 'c', '5')}--x--\r\n`;
  for (let length = 0; length < whole.length; length += 1)
    await expect(read(whole.slice(0, length)), String(length)).rejects.toMatchObject(refused);
});

test('any input is parsed or refused, never left hanging', async () => {
  const seam = fc.constantFrom(
    '\r\n--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n',
    '\r\n--x\r\nContent-Disposition: form-data; name="c"\r\n\r\n',
    '--x',
    '--x--',
    '\r\n',
    '\r\n\r\n',
    '\n',
    'Content-Disposition: form-data; name="a"',
    'name="',
    '"',
    ';',
    ':',
    '--',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(seam, fc.string({ maxLength: 20 })), { maxLength: 60 }), async (pieces) => {
      const outcome = await read(pieces.join('')).then(
        (fields) => typeof fields,
        (error: unknown) => error,
      );
      if (outcome !== 'object') expect(outcome).toMatchObject(refused);
    }),
    { numRuns: 1000 },
  );
});
