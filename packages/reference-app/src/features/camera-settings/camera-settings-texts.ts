import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  title: 'Camera settings',
  camera: 'Camera', recording: 'Recording', motion: 'Motion detection',
  name: 'Name', nameHint: 'Shown to everyone with access',
  sound: 'Sound recording', soundText: 'Recordings have sound where the camera has a microphone.',
  archive: 'Archive recording',
  always: 'Always', motionOnly: 'Motions only', disabled: 'Disabled',
  alwaysText: 'Everything is recorded.',
  motionOnlyText: 'Recorded from 10 s before a motion until 10 s after it.',
  disabledText: 'Nothing is recorded. The live picture stays.',
  motionOffWarning: 'Motion detection is off, so nothing is recorded.',
  detect: 'Detect motion', detectText: 'Events with a picture, and alerts.',
  sensitivity: 'Sensitivity', sensitivityText: 'Higher finds more, and is wrong more often.',
  areas: 'Areas', wholePicture: 'Motion counts in the whole picture. Draw an area to look only there.',
  area: 'Area {number}', areaPlace: 'Area {number}: {share} % of the picture, {left} % from the left, {top} % from the top',
  addArea: 'Add area', deleteArea: 'Delete area {number}',
  drawHint: 'Draw with the mouse or a finger. Arrows move an area, with Shift they resize it, Delete removes it.',
  mostAreas: 'Up to {count} areas',
  tooLarge: 'Too large', tooLargeText: 'The area of “{name}” exceeds the allowed limit. Reduce it.',
  save: 'Save', discard: 'Discard', saved: 'Saved', saving: 'Saving',
  failed: 'Not saved',
  loadFailed: 'The settings could not be loaded', retry: 'Try again',
  noAccess: 'You can only watch this camera', noAccessText: 'Its owner, and everyone with full access, can change its settings.',
  toCamera: 'To the camera',
  leaveTitle: 'Discard changes?', leaveText: 'What you have changed is not saved.', leave: 'Discard changes', stay: 'Keep editing',
  nameRequired: 'Enter a name', nameTooLong: 'At most 100 characters',
  loading: 'Loading',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Настройки камеры',
  camera: 'Камера', recording: 'Запись', motion: 'Обнаружение движения',
  name: 'Название', nameHint: 'Его видят все, у кого есть доступ',
  sound: 'Запись звука', soundText: 'Записи будут со звуком, если у камеры есть микрофон.',
  archive: 'Запись архива',
  always: 'Всегда', motionOnly: 'Только движение', disabled: 'Выключена',
  alwaysText: 'Записывается всё.',
  motionOnlyText: 'Запись начинается за 10 с до движения и заканчивается через 10 с после него.',
  disabledText: 'Ничего не записывается. Прямой эфир остаётся.',
  motionOffWarning: 'Обнаружение движения выключено, поэтому ничего не записывается.',
  detect: 'Обнаруживать движение', detectText: 'События со снимком и оповещения.',
  sensitivity: 'Чувствительность', sensitivityText: 'Чем она выше, тем больше находится и тем чаще ошибочно.',
  areas: 'Зоны', wholePicture: 'Движение учитывается во всём кадре. Нарисуйте зону, чтобы следить только за ней.',
  area: 'Зона {number}', areaPlace: 'Зона {number}: {share} % кадра, {left} % от левого края, {top} % от верхнего',
  addArea: 'Добавить зону', deleteArea: 'Удалить зону {number}',
  drawHint: 'Рисуйте мышью или пальцем. Стрелки двигают зону, с Shift меняют её размер, Delete удаляет.',
  mostAreas: 'Не больше {count} зон',
  tooLarge: 'Слишком большая', tooLargeText: 'Площадь «{name}» превышает допустимую. Уменьшите её.',
  save: 'Сохранить', discard: 'Отменить', saved: 'Сохранено', saving: 'Сохраняем',
  failed: 'Не сохранено',
  loadFailed: 'Не удалось загрузить настройки', retry: 'Повторить',
  noAccess: 'Эту камеру вы можете только смотреть', noAccessText: 'Настройки меняют владелец и те, у кого полный доступ.',
  toCamera: 'К камере',
  leaveTitle: 'Отменить изменения?', leaveText: 'То, что вы изменили, не сохранено.', leave: 'Отменить изменения', stay: 'Продолжить',
  nameRequired: 'Введите название', nameTooLong: 'Не больше 100 символов',
  loading: 'Загрузка',
};

/** They load with this screen, not with the first one. */
export const text = createTranslator({ en, ru }, currentLocale);

export function cameraSettingsTitle(): string {
  return text('title');
}
