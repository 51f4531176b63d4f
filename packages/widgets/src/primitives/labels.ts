import type { Locale } from '@watchpost/sdk-core';
import { usePrimitives } from './settings.tsx';

const en = {
  close: 'Close',
  cancel: 'Cancel',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  used: '{count} characters of {maximum}',
  usedOnly: '{count} characters',
  code: 'Code of {count} digits',
  live: 'LIVE',
  loading: 'Loading',
  notSeen: 'not seen yet',
  notifications: 'Notifications',
} as const;

const ru: Record<keyof typeof en, string> = {
  close: 'Закрыть',
  cancel: 'Отмена',
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  used: 'Символов: {count} из {maximum}',
  usedOnly: 'Символов: {count}',
  code: 'Код из {count} цифр',
  live: 'LIVE',
  loading: 'Загрузка',
  notSeen: 'не просмотрено',
  notifications: 'Уведомления',
};

/** Names of the built-in labels. */
export type LabelName = keyof typeof en;
const labels: Record<Locale, Record<LabelName, string>> = { en, ru };

/** The primitives' built-in texts, in the provider's language. */
export function useLabels(): (name: LabelName, values?: Readonly<Record<string, number>>) => string {
  const { locale } = usePrimitives();
  return (name, values = {}) => labels[locale][name].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}
