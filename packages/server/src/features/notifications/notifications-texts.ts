import type { Locale } from '@watchpost/contract/kernel';
import type { SoundDetectionType } from '@watchpost/contract/protocols/detection';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { PushType } from '@watchpost/contract/schemas/notifications';

/** A push type, or an event without one in the specification: its message carries its own text. */
export type AnnouncedType = PushType | Extract<EventType, 'vehicle' | 'lineCrossing' | 'intrusion'> | SoundDetectionType | TimelapseType;

/** The film of a day, or why there is none. */
export type TimelapseType = 'timelapse' | 'timelapseEmpty' | 'timelapseFailed';

interface Texts {
  /** What happened; the camera's name is on the line below. */
  readonly events: Readonly<Record<AnnouncedType, string>>;
  readonly test: { readonly title: string; readonly body: string };
}

export const notificationTexts: Readonly<Record<Locale, Texts>> = {
  en: {
    events: {
      CAMERAPHONE_MOTION: 'Motion detected',
      CAMERAPHONE_FACE: 'Face detected',
      CAMERAPHONE_PERSON: 'Person detected',
      CAMERAPHONE_FIRE: 'Fire or smoke detected',
      CAMERAPHONE_BABY_CRY: 'Baby crying',
      CAMERAPHONE_GLASS_BROKEN: 'Glass breaking',
      vehicle: 'Vehicle detected',
      lineCrossing: 'Line crossed',
      intrusion: 'Intrusion detected',
      loudNoise: 'Loud noise',
      smokeAlarm: 'A smoke alarm is sounding',
      coAlarm: 'A carbon monoxide alarm is sounding',
      timelapse: 'Yesterday’s timelapse is ready',
      timelapseEmpty: 'No timelapse: nothing was recorded yesterday',
      timelapseFailed: 'Yesterday’s timelapse could not be made',
    },
    test: { title: 'Notifications are on', body: 'This is how your cameras will reach you on this device.' },
  },
  ru: {
    events: {
      CAMERAPHONE_MOTION: 'Обнаружено движение',
      CAMERAPHONE_FACE: 'Обнаружено лицо',
      CAMERAPHONE_PERSON: 'Обнаружен человек',
      CAMERAPHONE_FIRE: 'Обнаружен огонь или дым',
      CAMERAPHONE_BABY_CRY: 'Плачет ребёнок',
      CAMERAPHONE_GLASS_BROKEN: 'Разбилось стекло',
      vehicle: 'Обнаружен транспорт',
      lineCrossing: 'Пересечена линия',
      intrusion: 'Обнаружено вторжение',
      loudNoise: 'Громкий шум',
      smokeAlarm: 'Сработала пожарная сигнализация',
      coAlarm: 'Сработал датчик угарного газа',
      timelapse: 'Таймлапс за вчера готов',
      timelapseEmpty: 'Таймлапса нет: вчера ничего не записано',
      timelapseFailed: 'Не удалось создать таймлапс за вчера',
    },
    test: { title: 'Уведомления включены', body: 'Так вы будете узнавать о событиях с камер на этом устройстве.' },
  },
};

export function isAnnouncedType(type: string): type is AnnouncedType {
  return Object.hasOwn(notificationTexts.en.events, type);
}

const plurals = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') };
const countWords: Readonly<Record<Locale, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>> = {
  en: { one: 'event', other: 'events' },
  ru: { one: 'событие', few: 'события', many: 'событий', other: 'события' },
};

/** @example countText(3, 'en') // '3 events' */
export function countText(count: number, locale: Locale): string {
  return `${count}\u00A0${countWords[locale][plurals[locale].select(count)] ?? countWords[locale].other}`;
}
