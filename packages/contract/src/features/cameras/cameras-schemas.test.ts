import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cameraIdSchema, cameraNameSchema, renameCameraBody } from './cameras-schemas.ts';

describe('cameras', () => {
  test('a name is 1 to 100 characters after trimming', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (name) => {
        const trimmed = name.trim();
        expect(cameraNameSchema.safeParse(name)).toMatchObject(
          trimmed.length >= 1 && trimmed.length <= 100 ? { success: true, data: trimmed } : { success: false },
        );
      }),
    );
  });
  test('an id consists of word characters and dashes', () => {
    expect(cameraIdSchema.safeParse('cam_1-A').success).toBe(true);
    for (const wrong of ['', '..', 'a/b', 'a b', 'a'.repeat(65), 'камера']) expect(cameraIdSchema.safeParse(wrong).success).toBe(false);
  });
  test('a rename contains only a name', () => {
    expect(renameCameraBody.safeParse({ name: 'Door', ownerId: 'x' }).success).toBe(false);
  });
});
