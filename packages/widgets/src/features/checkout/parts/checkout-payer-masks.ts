import { createMask } from '@watchpost/sdk-core';
import type { FieldMask } from '../../../primitives/field/use-field-text.ts';

/** Keeps the digits of a tax id (INN): 10, or 12 of a sole proprietor. */
export const taxIdMask: FieldMask = createMask('############');

const russianPhone = createMask('+7 (###) ###-##-##');

/** Groups Russian numbers, also those that begin with the 8 of calls within the country; others stay as they are typed. */
export const phoneMask: FieldMask = {
  format(text, caret = text.length, edit) {
    if (/^8[^+]*$/.test(text)) return russianPhone.format(`+7${text.slice(1)}`, caret === 0 ? 0 : caret + 1, edit);
    return /^\+?7/.test(text) ? russianPhone.format(text, caret, edit) : { value: text, caret };
  },
};
