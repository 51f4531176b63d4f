import { expect, test } from 'vitest';
import { createMarkedPictures } from './events-marked-pictures.ts';

const person = { id: 'evt_1', score: 0.9, area: { x: 0.2, y: 0.2, width: 0.1, height: 0.4 } };
const jpeg = Uint8Array.of(1);

test('each picture is drawn once, however many messages show it at the same time; the last ones are kept', async () => {
  const asked: unknown[] = [];
  const { mark } = createMarkedPictures(async (_, box) => {
    asked.push(box);
    return Uint8Array.of(2);
  });
  expect(await Promise.all([mark(person, jpeg), mark(person, jpeg)])).toEqual([Uint8Array.of(2), Uint8Array.of(2)]);
  expect(asked).toEqual([person.area]);
  for (let index = 0; index < 40; index += 1) await mark({ ...person, id: `evt_${index + 2}` }, jpeg);
  await mark(person, jpeg);
  expect(asked).toHaveLength(42);
});

test('motion, the whole picture, no decoder and a broken picture: the picture as it is', async () => {
  const { mark } = createMarkedPictures(async () => Promise.reject(new Error('broken')));
  const whole = { ...person, area: { x: 0, y: 0, width: 1, height: 1 } };
  for (const event of [person, whole, { ...person, score: null }]) expect(await mark(event, jpeg)).toBe(jpeg);
  expect(await createMarkedPictures(undefined).mark(person, jpeg)).toBe(jpeg);
  expect(await createMarkedPictures(async () => null).mark(person, jpeg)).toBe(jpeg);
});
