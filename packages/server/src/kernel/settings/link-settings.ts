import { z } from 'zod';

/** The operator's pages that the app links to, each with its part of the variable's name. */
const variables = {
  wiki: 'WIKI',
  supportChat: 'SUPPORT_CHAT',
  termsOfUse: 'TERMS_OF_USE',
  privacy: 'PRIVACY',
  channel: 'CHANNEL',
  appStore: 'APP_STORE',
  googlePlay: 'GOOGLE_PLAY',
  ruStore: 'RUSTORE',
} as const;
/** English is the fallback for a language without its own link (specification 1, section 9). */
const suffixes = { en: '', ru: '_RU' } as const;

/** Addresses by language and name. */
export type LinkSettings = Readonly<Record<keyof typeof suffixes, Readonly<Record<string, string>>>>;

const variableOf = (part: string, suffix: string): string => `WATCHPOST_LINK_${part}${suffix}`;
const address: z.ZodOptional<z.ZodString> = z
  .string()
  .refine(
    isAddress,
    'must be an address that starts with https://, http://, mailto: or tg:, or a path of this server like /terms.html, of at most 2048 characters',
  )
  .optional();

/** `WATCHPOST_LINK_WIKI`, `WATCHPOST_LINK_WIKI_RU` and so on, for the schema of the environment. */
export const linkVariables: Readonly<Record<string, z.ZodOptional<z.ZodString>>> = Object.fromEntries(
  Object.values(suffixes).flatMap((suffix) => Object.values(variables).map((part) => [variableOf(part, suffix), address])),
);

/**
 * Reads the links.
 * @param values the environment, validated by `linkVariables`
 */
export function readLinks(values: Readonly<Record<string, unknown>>): LinkSettings {
  const linksOf = (suffix: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(variables).flatMap(([name, part]) => {
        const value = values[variableOf(part, suffix)];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
  return { en: linksOf(suffixes.en), ru: linksOf(suffixes.ru) };
}

function isAddress(value: string): boolean {
  if (value.length > 2048) return false;
  if (/^\/(?![/\\])/.test(value)) return true;
  return URL.canParse(value) && ['https:', 'http:', 'mailto:', 'tg:'].includes(new URL(value).protocol);
}
