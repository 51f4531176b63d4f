import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';

/** RFC 8628, section 6.1: no vowels, so that no code is a word, and nothing that is easily confused. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const maxDeviceNameCharacters = 60;

/** A code as users type it: `wdjb mjht`, `WDJB-MJHT`. Parsed to its eight letters. */
export const userCodeSchema = z
  .string()
  .max(64)
  .transform((text) => text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${alphabet}]{8}$`)));

/**
 * The name by which a user recognizes a device. Control characters and those that reverse the direction of a text are refused: the user decides by
 * this name.
 */
export const deviceNameSchema = z
  .string()
  .trim()
  .min(1)
  .refine((name) => hasAtMostCharacters(name, maxDeviceNameCharacters), `At most ${maxDeviceNameCharacters} characters`)
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(name), 'Control characters');
