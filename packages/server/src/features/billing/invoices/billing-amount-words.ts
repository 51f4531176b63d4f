import type { Locale } from '@watchpost/contract/kernel';

/** Forms after 1 · 2 to 4 · 5 and more. */
type Forms = readonly [string, string, string];

const unitsMasculine = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'];
const unitsFeminine = ['', 'одна', 'две', ...unitsMasculine.slice(3)];
const teens = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
];
const tens = ['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят', 'шестьдесят', 'семьдесят', 'восемьдесят', 'девяносто'];
const hundreds = ['', 'сто', 'двести', 'триста', 'четыреста', 'пятьсот', 'шестьсот', 'семьсот', 'восемьсот', 'девятьсот'];
const ruScales: readonly { readonly forms: Forms; readonly isFeminine: boolean }[] = [
  { forms: ['рубль', 'рубля', 'рублей'], isFeminine: false },
  { forms: ['тысяча', 'тысячи', 'тысяч'], isFeminine: true },
  { forms: ['миллион', 'миллиона', 'миллионов'], isFeminine: false },
  { forms: ['миллиард', 'миллиарда', 'миллиардов'], isFeminine: false },
  { forms: ['триллион', 'триллиона', 'триллионов'], isFeminine: false },
];
const kopecks: Forms = ['копейка', 'копейки', 'копеек'];

const enUnits = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const enTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const enScales = ['', 'thousand', 'million', 'billion', 'trillion'];

/**
 * Writes an amount of roubles in words, as invoices do: roubles in words, kopecks in figures.
 * @param amount kopecks, from 0
 * @example amountInWords(2_990_050, 'ru') // Двадцать девять тысяч девятьсот рублей 50 копеек
 */
export function amountInWords(amount: number, locale: Locale): string {
  const roubles = Math.floor(amount / 100);
  const rest = amount % 100;
  const words = locale === 'ru' ? russian(roubles) : english(roubles);
  const fraction = String(rest).padStart(2, '0');
  const after = locale === 'ru' ? `${fraction} ${formOf(rest, kopecks)}` : `${fraction} ${rest === 1 ? 'kopeck' : 'kopecks'}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${after}`;
}

function russian(roubles: number): string {
  const words = roubles === 0 ? ['ноль'] : [];
  for (const { group, scale } of groupsOf(roubles)) {
    const { forms, isFeminine } = ruScales[scale] ?? { forms: ['', '', ''], isFeminine: false };
    const [hundred, ten, unit] = digitsOf(group);
    words.push(hundreds[hundred] ?? '');
    if (ten === 1) words.push(teens[unit] ?? '');
    else words.push(tens[ten] ?? '', (isFeminine ? unitsFeminine : unitsMasculine)[unit] ?? '');
    if (group > 0 || scale === 0) words.push(formOf(group, forms));
  }
  return words.filter((word) => word !== '').join(' ');
}

function english(roubles: number): string {
  const words = roubles === 0 ? ['zero'] : [];
  for (const { group, scale } of groupsOf(roubles)) {
    if (group === 0) continue;
    const [hundred, ten, unit] = digitsOf(group);
    if (hundred > 0) words.push(`${enUnits[hundred]} hundred`);
    if (ten < 2) words.push(enUnits[ten * 10 + unit] ?? '');
    else words.push(unit === 0 ? (enTens[ten] ?? '') : `${enTens[ten]}-${enUnits[unit]}`);
    words.push(enScales[scale] ?? '');
  }
  words.push(roubles === 1 ? 'rouble' : 'roubles');
  return words.filter((word) => word !== '').join(' ');
}

/** Three digits each, the highest first; the last group is that of the roubles. */
function groupsOf(value: number): { readonly group: number; readonly scale: number }[] {
  const groups: { readonly group: number; readonly scale: number }[] = [];
  for (let rest = value, scale = 0; rest > 0 || scale === 0; rest = Math.floor(rest / 1000), scale += 1)
    groups.unshift({ group: rest % 1000, scale });
  return groups;
}

function digitsOf(group: number): [hundred: number, ten: number, unit: number] {
  return [Math.floor(group / 100), Math.floor(group / 10) % 10, group % 10];
}

function formOf(count: number, [one, few, many]: Forms): string {
  const last = count % 10;
  if (Math.floor(count / 10) % 10 === 1 || last === 0 || last > 4) return many;
  return last === 1 ? one : few;
}
