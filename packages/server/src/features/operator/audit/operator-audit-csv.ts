import type { Locale } from '@watchpost/contract/kernel';
import type { AuditEntry, AuditKind } from '@watchpost/contract/schemas/operator';

/** The first line; with a byte order mark, without which Excel misreads UTF-8. */
export function auditCsvHeader(locale: Locale): string {
  return `\uFEFF${toLine(texts[locale].header)}`;
}

export function auditCsvRows(entries: readonly AuditEntry[], locale: Locale): string {
  return entries
    .map(({ at, actor, kind, subject }) =>
      toLine([
        new Date(at).toISOString(),
        actor?.email ?? texts[locale].system,
        texts[locale].kind[kind],
        subject?.name ?? '',
        subject?.id ?? '',
      ]),
    )
    .join('');
}

interface CsvTexts {
  readonly header: readonly string[];
  readonly system: string;
  readonly kind: Readonly<Record<AuditKind, string>>;
}

const texts: Readonly<Record<Locale, CsvTexts>> = {
  en: {
    header: ['Time (UTC)', 'Who', 'Action', 'Name', 'Id'],
    system: 'Server',
    kind: {
      'operator-signed-in': 'Operator signed in',
      'plan-changed': 'Plan changed',
      'plan-retired': 'Plan withdrawn from sale',
      'account-deleted': 'Account deleted',
      'email-changed': 'E-mail address changed',
      'camera-removed': 'Camera removed',
      'camera-settings-changed': 'Camera settings changed',
      'footage-deleted': 'Recordings deleted',
      'user-removed': 'Access of a user removed',
      'device-signed-out': 'Device signed out',
      'link-revoked': 'Link revoked',
      'key-revoked': 'API key revoked',
      'embed-revoked': 'Embed revoked',
      'stream-revoked': 'Stream link revoked',
      'webhook-removed': 'Webhook removed',
      'setting-changed': 'Server setting changed',
    },
  },
  ru: {
    header: ['Время (UTC)', 'Кто', 'Действие', 'Название', 'Идентификатор'],
    system: 'Сервер',
    kind: {
      'operator-signed-in': 'Вход оператора',
      'plan-changed': 'Тариф изменён',
      'plan-retired': 'Тариф снят с продажи',
      'account-deleted': 'Аккаунт удалён',
      'email-changed': 'Адрес почты изменён',
      'camera-removed': 'Камера удалена',
      'camera-settings-changed': 'Настройки камеры изменены',
      'footage-deleted': 'Записи удалены',
      'user-removed': 'Доступ пользователя удалён',
      'device-signed-out': 'Выход на устройстве',
      'link-revoked': 'Ссылка отозвана',
      'key-revoked': 'Ключ API отозван',
      'embed-revoked': 'Встраивание отозвано',
      'stream-revoked': 'Ссылка на поток отозвана',
      'webhook-removed': 'Вебхук удалён',
      'setting-changed': 'Настройка сервера изменена',
    },
  },
};

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Quotes a cell if needed. A spreadsheet would run a cell that begins like a formula. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
