import type { Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { PushType } from '@watchpost/contract/schemas/notifications';

/** A push type, or an event without one in the specification: its message carries its own text. */
export type AnnouncedType = PushType | Extract<EventType, 'vehicle' | 'lineCrossing' | 'intrusion'>;

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
    },
    test: { title: 'Уведомления включены', body: 'Так вы будете узнавать о событиях с камер на этом устройстве.' },
  },
};
