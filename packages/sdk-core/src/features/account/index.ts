export { createAccountApi } from './account-api.ts';
export type { AccountApi } from './account-api.ts';
export { createLanguage } from './account-language.ts';
export type { Language, LanguageOptions } from './account-language.ts';
