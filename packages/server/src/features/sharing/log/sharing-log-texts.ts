import type { Locale } from '@watchpost/contract/kernel';
import type { AccessEntry, AccessKind } from '@watchpost/contract/schemas/sharing';
import type { RefusedSubject } from '../../../kernel/access/viewing.ts';

interface AccessLogTexts {
  readonly header: {
    readonly start: string;
    readonly end: string;
    readonly camera: string;
    readonly action: string;
    readonly rangeFrom: string;
    readonly rangeUntil: string;
    readonly who: string;
    readonly subject: string;
    readonly browser: string;
    readonly system: string;
    readonly access: string;
    readonly link: string;
  };
  readonly kind: Readonly<Record<AccessKind, string>>;
  readonly who: Readonly<Record<'deleted' | 'guest' | 'api-key' | 'stream-link', string>>;
  readonly refused: Readonly<Record<RefusedSubject, string>>;
  readonly grant: Readonly<Record<AccessEntry['grant']['kind'], string>>;
}

/** Texts of the exported log. Nouns, because a table has no gender and no tense. */
export const accessLogTexts: Readonly<Record<Locale, AccessLogTexts>> = {
  en: {
    header: {
      start: 'Start',
      end: 'End',
      camera: 'Camera',
      action: 'Action',
      rangeFrom: 'Recordings from',
      rangeUntil: 'Recordings until',
      who: 'Who',
      subject: 'Details',
      browser: 'Browser',
      system: 'System',
      access: 'Access',
      link: 'Link',
    },
    kind: {
      live: 'Live view',
      archive: 'Archive playback',
      download: 'Download',
      steering: 'Camera control',
      refused: 'Refusal',
      'link-created': 'Link created',
      'link-changed': 'Link changed',
      'link-revoked': 'Link revoked',
      'link-accepted': 'Link accepted',
      'access-changed': 'Access changed',
      'access-revoked': 'Access revoked',
      'access-left': 'Access given up',
      'key-created': 'API key created',
      'key-changed': 'API key changed',
      'key-revoked': 'API key revoked',
      'embed-token-created': 'Embed token created',
      'embed-tokens-revoked': 'Embed tokens revoked',
      'embed-link-created': 'Embed link created',
      'embed-link-changed': 'Embed link changed',
      'embed-link-revoked': 'Embed link revoked',
      'stream-link-created': 'Stream link created',
      'stream-link-changed': 'Stream link changed',
      'stream-link-revoked': 'Stream link revoked',
    },
    who: { deleted: 'Deleted account', guest: 'Guest', 'api-key': 'API key', 'stream-link': 'Stream link' },
    refused: { archive: 'Archive', hours: 'Outside the permitted hours', viewers: 'Limit of simultaneous viewers' },
    grant: {
      owner: 'Owner',
      full: 'Full access',
      view: 'View only',
      link: 'By link',
      'api-key': 'By API key',
      'embed-link': 'By embed link',
      'stream-link': 'By stream link',
    },
  },
  ru: {
    header: {
      start: 'Начало',
      end: 'Конец',
      camera: 'Камера',
      action: 'Действие',
      rangeFrom: 'Записи с',
      rangeUntil: 'Записи до',
      who: 'Кто',
      subject: 'Подробности',
      browser: 'Браузер',
      system: 'Система',
      access: 'Доступ',
      link: 'Ссылка',
    },
    kind: {
      live: 'Просмотр прямого эфира',
      archive: 'Просмотр архива',
      download: 'Скачивание',
      steering: 'Управление камерой',
      refused: 'Отказ',
      'link-created': 'Ссылка создана',
      'link-changed': 'Ссылка изменена',
      'link-revoked': 'Ссылка отозвана',
      'link-accepted': 'Ссылка принята',
      'access-changed': 'Доступ изменён',
      'access-revoked': 'Доступ отозван',
      'access-left': 'Отказ от доступа',
      'key-created': 'Ключ API создан',
      'key-changed': 'Ключ API изменён',
      'key-revoked': 'Ключ API отозван',
      'embed-token-created': 'Токен встраивания создан',
      'embed-tokens-revoked': 'Токены встраивания отозваны',
      'embed-link-created': 'Ссылка для встраивания создана',
      'embed-link-changed': 'Ссылка для встраивания изменена',
      'embed-link-revoked': 'Ссылка для встраивания отозвана',
      'stream-link-created': 'Ссылка на поток создана',
      'stream-link-changed': 'Ссылка на поток изменена',
      'stream-link-revoked': 'Ссылка на поток отозвана',
    },
    who: { deleted: 'Удалённый аккаунт', guest: 'Гость', 'api-key': 'Ключ API', 'stream-link': 'Ссылка на поток' },
    refused: { archive: 'Архив', hours: 'Вне разрешённых часов', viewers: 'Предел одновременных зрителей' },
    grant: {
      owner: 'Владелец',
      full: 'Полный доступ',
      view: 'Только просмотр',
      link: 'По ссылке',
      'api-key': 'По ключу API',
      'embed-link': 'По ссылке для встраивания',
      'stream-link': 'По ссылке на поток',
    },
  },
};
