/** One slot of a mask. */
export type Slot =
  /** Inserted automatically when the next character arrives. */
  | { readonly kind: 'literal'; readonly char: string }
  /** Filled by the user. */
  | {
      readonly kind: 'token';
      readonly accept: (char: string) => string | null;
      readonly isOptional: boolean;
      readonly isRepeated: boolean;
    };

type Accept = (char: string) => string | null;

const isLetter = (char: string): boolean => /^\p{L}$/u.test(char);
const isDigit = (char: string): boolean => /^[0-9]$/.test(char);
/** Maps one character to one: the capital of "ß" has another length. */
const oneForOne = (char: string, turned: string): string => ([...turned].length === 1 ? turned : char);

const tokens: Readonly<Record<string, Accept>> = {
  '#': (char) => (isDigit(char) ? char : null),
  X: (char) => (isDigit(char) || isLetter(char) ? char : null),
  S: (char) => (isLetter(char) ? char : null),
  A: (char) => (isLetter(char) ? oneForOne(char, char.toUpperCase()) : null),
  a: (char) => (isLetter(char) ? oneForOne(char, char.toLowerCase()) : null),
};

/** Parses a pattern. @throws {TypeError} for an operator without an operand */
export function parsePattern(pattern: string): readonly Slot[] {
  const slots: Slot[] = [];
  const characters = readCharacters(pattern);
  for (let index = 0; index < characters.length; index += 1) {
    const first = characters[index];
    if (!first) break;
    if (first.isOperator)
      throw new TypeError(
        `The mask "${pattern}" has a "${first.char}" with nothing before it to act on. To mean the character itself, write "\\${first.char}".`,
      );
    const alternatives = [first.char];
    while (isOperator(characters[index + 1], '|')) {
      const next = characters[index + 2];
      if (!next || next.isOperator)
        throw new TypeError(`The mask "${pattern}" has a "|" with nothing after it to choose. To mean the character itself, write "\\|".`);
      alternatives.push(next.char);
      index += 2;
    }
    const isOptional = isOperator(characters[index + 1], '?');
    const isRepeated = isOperator(characters[index + 1], '*');
    if (isOptional || isRepeated) index += 1;
    slots.push(createSlot(alternatives, first.isEscaped, isOptional, isRepeated));
  }
  return slots;
}

interface Character {
  readonly char: string;
  readonly isEscaped: boolean;
  /** An unescaped `?`, `*` or `|`. */
  readonly isOperator: boolean;
}

function readCharacters(pattern: string): readonly Character[] {
  const characters: Character[] = [];
  let isEscaped = false;
  for (const char of pattern.normalize('NFC')) {
    if (char === '\\' && !isEscaped) {
      isEscaped = true;
      continue;
    }
    characters.push({ char, isEscaped, isOperator: !isEscaped && '?*|'.includes(char) });
    isEscaped = false;
  }
  // A backslash at the end escapes nothing and stands for itself.
  return isEscaped ? [...characters, { char: '\\', isEscaped: true, isOperator: false }] : characters;
}

function isOperator(character: Character | undefined, operator: string): boolean {
  return character?.isOperator === true && character.char === operator;
}

function createSlot(alternatives: readonly string[], isEscaped: boolean, isOptional: boolean, isRepeated: boolean): Slot {
  const [char = ''] = alternatives;
  const token = alternatives.length === 1 && !isEscaped ? tokens[char] : undefined;
  if (token) return { kind: 'token', accept: token, isOptional, isRepeated };
  if (alternatives.length === 1 && !isOptional && !isRepeated) return { kind: 'literal', char };
  // A choice of literals is the user's input, like a token.
  return {
    kind: 'token',
    accept: (typed) => alternatives.find((alternative) => isSame(alternative, typed)) ?? null,
    isOptional,
    isRepeated,
  };
}

export function isSame(literal: string, typed: string): boolean {
  return literal === typed || literal.toLowerCase() === typed.toLowerCase();
}
