import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../media/object-store/port.ts';

/** A store for a suite, and its end. */
interface OpenedStore {
  readonly objects: ObjectStore;
  close(): Promise<void>;
}

/** Lists keys, sorted. */
export async function listKeys(objects: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(prefix)) keys.push(key);
  return keys.toSorted((a, b) => (a < b ? -1 : 1));
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What every driver of the objects port does. @param open opens an empty store */
export function describeObjectStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`object store: ${name}`, () => {
    let store: OpenedStore;
    let objects: ObjectStore;
    beforeAll(async () => {
      store = await open();
      objects = store.objects;
    });
    afterAll(() => store.close());
    const keys = (prefix: string): Promise<string[]> => listKeys(objects, prefix);

    test('what was put is read by ranges, both ends included', async () => {
      await objects.put('read/a.m4s', bytesOf('0123456789'));
      const read = async (start: number, end: number) => Buffer.from(await objects.read('read/a.m4s', { start, end })).toString();
      expect([await read(0, 9), await read(1, 1), await read(3, 6), await read(9, 9)]).toEqual(['0123456789', '1', '3456', '9']);
      expect(await objects.head('read/a.m4s')).toMatchObject({ key: 'read/a.m4s', size: 10 });
    });
    test('an object of 9 MB arrives whole', async () => {
      const bytes = new Uint8Array(9_000_000).map((_, index) => index % 251);
      await objects.put('large/a.m4s', bytes);
      const end = await objects.read('large/a.m4s', { start: 8_999_990, end: 8_999_999 });
      expect([...end]).toEqual([...bytes.subarray(8_999_990)]);
      expect((await objects.head('large/a.m4s'))?.size).toBe(9_000_000);
      await objects.remove(['large/a.m4s']);
    });
    test('putting again replaces, and an empty object is one', async () => {
      await objects.put('again/a', bytesOf('old'));
      await objects.put('again/a', bytesOf(''));
      expect((await objects.head('again/a'))?.size).toBe(0);
    });
    test('a missing object', async () => {
      expect(await objects.head('none/a')).toBeNull();
      await expect(objects.read('none/a', { start: 0, end: 1 })).rejects.toMatchObject({ name: 'AppError', code: 'not-found' });
      expect(await keys('none/')).toEqual([]);
    });
    test('a range beyond the end fails as unavailable: the index and the object disagree', async () => {
      await objects.put('short/a', bytesOf('abc'));
      await expect(objects.read('short/a', { start: 1, end: 5 })).rejects.toMatchObject({ code: 'unavailable' });
    });
    test('lists by prefix, also one that ends within a name', async () => {
      for (const key of ['list/b/1', 'list/a/2', 'list/a-b/3', 'list/a/10', 'list/ab', 'other/1']) await objects.put(key, bytesOf('x'));
      expect(await keys('list/')).toEqual(['list/a-b/3', 'list/a/10', 'list/a/2', 'list/ab', 'list/b/1']);
      expect(await keys('list/a/1')).toEqual(['list/a/10']);
      for await (const { size, changedAt } of objects.list('list/b')) expect([size, Number.isFinite(changedAt)]).toEqual([1, true]);
    });
    test('removes more than one request holds, and what is missing counts as removed', async () => {
      const many = Array.from({ length: 1003 }, (_, index) => `many/${index}`);
      for (const key of many.filter((_, index) => index % 100 === 0)) await objects.put(key, bytesOf('x'));
      await objects.remove(many);
      expect(await keys('many/')).toEqual([]);
      await objects.remove([]);
    });
    test('a call that its signal ended throws the reason of the signal', async () => {
      const signal = AbortSignal.abort(new Error('not wanted any more'));
      await expect(objects.put('aborted/a', bytesOf('x'), signal)).rejects.toThrow('not wanted any more');
      await expect(objects.read('read/a.m4s', { start: 0, end: 1 }, signal)).rejects.toThrow('not wanted any more');
      await expect(objects.remove(['read/a.m4s'], signal)).rejects.toThrow('not wanted any more');
      expect(await objects.head('aborted/a')).toBeNull();
    });
    test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/.b', 'a b', 'a?b', 'a%2fb', 'ä', 'a/'.repeat(257)])(
      'the key %j is refused before anything is asked',
      async (key) => {
        await expect(objects.put(key, bytesOf('x')).then(() => 'put')).rejects.toThrow(TypeError);
      },
    );
  });
}
