import type { Locale } from '@watchpost/contract/kernel';

/** The texts of the rules in specification 1, section 5, by its names. */
export type RuleName =
  | 'required'
  | 'email'
  | 'integer'
  | 'max'
  | 'min'
  | 'length'
  | 'max_value'
  | 'min_value'
  | 'alpha'
  | 'alpha_dash'
  | 'url'
  | 'date_format'
  | 'fallback';

export const validationTexts: Readonly<Record<Locale, Readonly<Record<RuleName, string>>>> = {
  en: {
    required: 'Field is required.',
    email: 'Enter a correct email.',
    integer: 'Field must be a valid integer value.',
    max: 'Maximum number of characters: {n}.',
    min: 'Minimum number of characters: {n}.',
    length: 'The field must contain {n} symbols.',
    max_value: 'Maximum allowed value: {n}.',
    min_value: 'Minimum allowed value: {n}.',
    alpha: 'Field can only contain letters.',
    alpha_dash: 'Field can only contain letters and numbers.',
    url: 'Invalid link.',
    date_format: 'Invalid format.',
    fallback: 'The field is not valid.',
  },
  ru: {
    required: 'Обязательное поле.',
    email: 'Введите корректный email.',
    integer: 'Введите целое число.',
    max: 'Максимальное количество символов: {n}.',
    min: 'Минимальное количество символов: {n}.',
    length: 'Количество символов в поле должно быть: {n}.',
    max_value: 'Максимально допустимое значение: {n}.',
    min_value: 'Минимально допустимое значение: {n}.',
    alpha: 'Поле может содержать только буквы.',
    alpha_dash: 'Поле может содержать только буквы и цифры.',
    url: 'Некорректная ссылка.',
    date_format: 'Неверный формат.',
    fallback: 'Поле заполнено неверно.',
  },
};
