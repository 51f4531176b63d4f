import { isSame } from './mask-pattern.ts';
import type { Slot } from './mask-pattern.ts';

/** A character to fit into a mask: `typed` may be anything, `own` fills a token, `literal` can only be a literal. */
export interface MaskUnit {
  readonly char: string;
  readonly role: 'typed' | 'own' | 'literal';
}

/** One character of a masked text. */
export interface FittedUnit extends MaskUnit {
  /** Offset after it, in UTF-16 units. */
  readonly end: number;
}

export interface Fit {
  readonly value: string;
  readonly units: readonly FittedUnit[];
  /** For each input character, the offset after it, or null if it was dropped. */
  readonly ends: readonly (number | null)[];
  /** Whether the user has entered everything that is required. */
  readonly isComplete: boolean;
}

/**
 * Fits characters into the slots of a mask, from left to right. Each fills the first slot that accepts it,
 * inserting literals and skipping optional slots before it; the search ends at a required slot.
 */
export function fit(slots: readonly Slot[], given: readonly MaskUnit[]): Fit {
  const units: FittedUnit[] = [];
  const ends: (number | null)[] = [];
  let value = '';
  let position = 0;

  const write = (char: string, role: 'own' | 'literal'): void => {
    value += char;
    units.push({ char, role, end: value.length });
  };
  const writeLiterals = (until: number): void => {
    for (const slot of slots.slice(position, until)) if (slot.kind === 'literal') write(slot.char, 'literal');
    position = until;
  };

  for (const unit of given) {
    const found = findPlace(slots, position, unit);
    if (found) {
      writeLiterals(found.index);
      write(found.char, found.slot.kind === 'literal' ? 'literal' : 'own');
      if (found.slot.kind === 'literal' || !found.slot.isRepeated) position += 1;
    }
    ends.push(found ? value.length : null);
  }
  const rest = slots.slice(position);
  if (value !== '' && rest.every(({ kind }) => kind === 'literal')) writeLiterals(slots.length);
  return { value, units, ends, isComplete: rest.every((slot) => slot.kind === 'literal' || slot.isOptional || slot.isRepeated) };
}

function findPlace(
  slots: readonly Slot[],
  from: number,
  { char, role }: MaskUnit,
): { readonly index: number; readonly slot: Slot; readonly char: string } | null {
  for (let index = from; index < slots.length; index += 1) {
    const slot = slots[index];
    if (!slot) return null;
    if (slot.kind === 'literal') {
      if (role !== 'own' && isSame(slot.char, char)) return { index, slot, char: slot.char };
      continue;
    }
    const accepted = role === 'literal' ? null : slot.accept(char);
    if (accepted !== null) return { index, slot, char: accepted };
    if (!slot.isOptional && !slot.isRepeated) return null;
  }
  return null;
}
