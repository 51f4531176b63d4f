const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const swapped = new Map(
  [...latin].flatMap((letter, index) => [[letter, cyrillic.charAt(index)] as const, [cyrillic.charAt(index), letter] as const]),
);

/** Converts text typed in the wrong keyboard layout: "ghbdtn" → "привет", "руддщ" → "hello". Lower case. */
export function swapLayout(text: string): string {
  return [...text.toLowerCase()].map((letter) => swapped.get(letter) ?? letter).join('');
}
