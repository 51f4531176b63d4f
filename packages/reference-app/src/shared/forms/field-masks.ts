import { createMask } from '@watchpost/sdk-core';
import type { FieldMask } from '@watchpost/widgets/primitives';

const time = createMask('##?:##');
const timeWithSeconds = createMask('##?:##:##');

/** Masks a time of day, `8:30` or `08:30`; digits alone get their colon. */
export const timeMask: FieldMask = { format: (text, caret, edit) => time.format(...asTyped(text, caret, edit?.previous), edit) };

/** Masks a time of day with seconds, `14:02:11`. */
export const timeWithSecondsMask: FieldMask = {
  format: (text, caret, edit) => timeWithSeconds.format(...asTyped(text, caret, edit?.previous), edit),
};

/** A dot or a comma is a colon, and an hour that has no second digit gets its zero: `830` is half past eight. */
function asTyped(text: string, caret = text.length, previous = ''): [text: string, caret: number] {
  const withColons = text.replaceAll(/[.,]/g, ':');
  const isTyped = text.length > previous.length;
  return isTyped && /^[3-9](?!:)/.test(withColons) ? [`0${withColons}`, caret + 1] : [withColons, caret];
}

/** Keeps what a serial number can contain: letters, digits and dashes. Spaces of a printed label are dropped. */
export const serialNumberMask: FieldMask = {
  format(text, caret = text.length) {
    const keep = (part: string): string => part.replaceAll(/[^\w-]/g, '');
    return { value: keep(text), caret: keep(text.slice(0, caret)).length };
  },
};
