import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInWords } from './billing-amount-words.ts';

test.each([
  [0, 'Ноль рублей 00 копеек', 'Zero roubles 00 kopecks'],
  [1, 'Ноль рублей 01 копейка', 'Zero roubles 01 kopeck'],
  [100, 'Один рубль 00 копеек', 'One rouble 00 kopecks'],
  [202, 'Два рубля 02 копейки', 'Two roubles 02 kopecks'],
  [1_111, 'Одиннадцать рублей 11 копеек', 'Eleven roubles 11 kopecks'],
  [2_121, 'Двадцать один рубль 21 копейка', 'Twenty-one roubles 21 kopecks'],
  [10_000, 'Сто рублей 00 копеек', 'One hundred roubles 00 kopecks'],
  [29_900, 'Двести девяносто девять рублей 00 копеек', 'Two hundred ninety-nine roubles 00 kopecks'],
  [100_000, 'Одна тысяча рублей 00 копеек', 'One thousand roubles 00 kopecks'],
  [200_100, 'Две тысячи один рубль 00 копеек', 'Two thousand one roubles 00 kopecks'],
  [1_200_000, 'Двенадцать тысяч рублей 00 копеек', 'Twelve thousand roubles 00 kopecks'],
  [
    2_199_950,
    'Двадцать одна тысяча девятьсот девяносто девять рублей 50 копеек',
    'Twenty-one thousand nine hundred ninety-nine roubles 50 kopecks',
  ],
  [100_000_000, 'Один миллион рублей 00 копеек', 'One million roubles 00 kopecks'],
  [200_001_300, 'Два миллиона тринадцать рублей 00 копеек', 'Two million thirteen roubles 00 kopecks'],
  [500_000_000_000, 'Пять миллиардов рублей 00 копеек', 'Five billion roubles 00 kopecks'],
])('%i kopecks', (amount, ru, en) => {
  expect(amountInWords(amount, 'ru')).toBe(ru);
  expect(amountInWords(amount, 'en')).toBe(en);
});

/** The value of each word, or the multiplier that ends a group: a second reading, written without the first. */
const values: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'ноль|zero 0 один|одна|one 1 два|две|two 2 три|three 3 четыре|four 4 пять|five 5 шесть|six 6 семь|seven 7 восемь|eight 8',
    'девять|nine 9 десять|ten 10 одиннадцать|eleven 11 двенадцать|twelve 12 тринадцать|thirteen 13 четырнадцать|fourteen 14',
    'пятнадцать|fifteen 15 шестнадцать|sixteen 16 семнадцать|seventeen 17 восемнадцать|eighteen 18 девятнадцать|nineteen 19',
    'двадцать|twenty 20 тридцать|thirty 30 сорок|forty 40 пятьдесят|fifty 50 шестьдесят|sixty 60 семьдесят|seventy 70',
    'восемьдесят|eighty 80 девяносто|ninety 90 сто 100 двести 200 триста 300 четыреста 400 пятьсот 500 шестьсот 600 семьсот 700',
    'восемьсот 800 девятьсот 900',
  ].flatMap((line) =>
    [...line.matchAll(/(\S+) (\d+)/g)].flatMap(([, names = '', value]) => names.split('|').map((name) => [name, Number(value)])),
  ),
);
const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:тысяч|thousand)/, 1e3],
  [/^(?:миллион|million)/, 1e6],
  [/^(?:миллиард|billion)/, 1e9],
];

function read(text: string): number {
  let total = 0;
  let group = 0;
  for (const word of text.toLowerCase().split(/[ -]/)) {
    const scale = scales.findLast(([pattern]) => pattern.test(word));
    if (scale) {
      total += group * scale[1];
      group = 0;
    } else if (word === 'hundred') group *= 100;
    else if (/^\d/.test(word)) return (total + group) * 100 + Number(word);
    else group += values[word] ?? (/^(?:рубл|rouble)/.test(word) ? 0 : Number.NaN);
  }
  return Number.NaN;
}

test.each(['ru', 'en'] as const)('in %s, the words read back as the amount', (locale) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (amount) => {
      const text = amountInWords(amount, locale);
      expect(read(text), text).toBe(amount);
      expect(text).not.toMatch(/ {2}|^ | $|undefined/);
    }),
    { numRuns: 2000 },
  );
});
