import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  title: 'Camera control', open: 'Control the camera',
  loading: 'Asking the camera what it can do',
  loadFailed: 'The camera does not answer', retry: 'Try again',
  missing: 'Camera not found', missingText: 'It was removed, or you no longer have access to it.', toCameras: 'To the cameras',
  noAccess: 'You can only watch this camera', noAccessText: 'Its owner, and everyone with full access, can turn it.',
  unable: 'This camera can’t be turned', unableText: 'It has no motor and no zoom, or it does not offer them over ONVIF.',
  toCamera: 'To the camera',
  steer: 'Steer', dragHint: 'Drag over the picture to turn the camera. The further you drag, the faster it turns.',
  wheelHint: 'The mouse wheel over the picture zooms.',
  left: 'Left', right: 'Right', up: 'Up', down: 'Down', zoomIn: 'Zoom in', zoomOut: 'Zoom out',
  speed: 'Speed', speedOfKeys: '{share} %',
  moving: 'Moving', taken: 'Somebody else is steering this camera', takenText: 'It is yours a few seconds after their last movement.',
  gamepad: 'Gamepad connected',
  home: 'Home position', setHome: 'Make this the home position', homeSet: 'This is the home position now',
  confirmHome: 'Change the home position?', confirmHomeText: 'The camera will return to where it looks now. The home position before is lost.', changeHome: 'Change',
  presets: 'Presets', noPresets: 'Turn the camera to a place that you look at often and save it here.',
  preset: 'Preset {number}', saveView: 'Save this view', presetName: 'Name of this view', presetNameHint: 'Gate, for example',
  nameRequired: 'Enter a name', nameTooLong: 'At most 64 characters', full: 'This camera keeps no more presets. Delete one to save another.',
  replace: 'Put “{name}” here', replaced: '“{name}” is here now',
  confirmReplace: 'Put “{name}” here?', confirmReplaceText: 'The preset will show what the camera sees now. Its place before is lost.', replaceIt: 'Put here',
  remove: 'Delete “{name}”', confirmRemove: 'Delete “{name}”?', confirmRemoveText: 'The camera forgets this place. The patrol leaves it out.', removeIt: 'Delete',
  patrol: 'Patrol', patrolText: 'The camera goes from preset to preset by itself, and waits for a minute whenever somebody steers it.',
  patrolRuns: 'Run the patrol', patrolNeeds: 'Choose two places or more.', places: 'Places', dwell: 'Time at each place',
  seconds: '{count} second | {count} seconds', minutes: '{count} minute | {count} minutes',
  failed: 'The camera did not do it',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Управление камерой', open: 'Управлять камерой',
  loading: 'Узнаём у камеры, что она умеет',
  loadFailed: 'Камера не отвечает', retry: 'Повторить',
  missing: 'Камера не найдена', missingText: 'Её удалили, или у вас больше нет к ней доступа.', toCameras: 'К камерам',
  noAccess: 'Эту камеру вы можете только смотреть', noAccessText: 'Поворачивать её могут владелец и те, у кого полный доступ.',
  unable: 'Эту камеру нельзя повернуть', unableText: 'У неё нет ни поворотного механизма, ни зума, или она не предлагает их по ONVIF.',
  toCamera: 'К камере',
  steer: 'Управление', dragHint: 'Тяните по картинке, чтобы повернуть камеру. Чем дальше, тем быстрее.',
  wheelHint: 'Колесо мыши над картинкой приближает и отдаляет.',
  left: 'Влево', right: 'Вправо', up: 'Вверх', down: 'Вниз', zoomIn: 'Приблизить', zoomOut: 'Отдалить',
  speed: 'Скорость', speedOfKeys: '{share} %',
  moving: 'Камера движется', taken: 'Камерой управляет кто-то другой', takenText: 'Она освободится через несколько секунд после последнего движения.',
  gamepad: 'Геймпад подключён',
  home: 'Исходное положение', setHome: 'Сделать исходным положением', homeSet: 'Теперь это исходное положение',
  confirmHome: 'Изменить исходное положение?', confirmHomeText: 'Камера будет возвращаться туда, куда смотрит сейчас. Прежнее исходное положение не сохранится.', changeHome: 'Изменить',
  presets: 'Сохранённые виды', noPresets: 'Поверните камеру туда, куда часто смотрите, и сохраните этот вид.',
  preset: 'Вид {number}', saveView: 'Сохранить вид', presetName: 'Название вида', presetNameHint: 'Например, «Ворота»',
  nameRequired: 'Введите название', nameTooLong: 'Не больше 64 символов', full: 'Больше видов камера не хранит. Удалите один, чтобы сохранить другой.',
  replace: 'Перенести «{name}» сюда', replaced: '«{name}» теперь здесь',
  confirmReplace: 'Перенести «{name}» сюда?', confirmReplaceText: 'Вид будет показывать то, что камера видит сейчас. Прежнее положение не сохранится.', replaceIt: 'Перенести',
  remove: 'Удалить «{name}»', confirmRemove: 'Удалить «{name}»?', confirmRemoveText: 'Камера забудет это положение, и обход будет проходить без него.', removeIt: 'Удалить',
  patrol: 'Обход', patrolText: 'Камера сама переходит от вида к виду. Когда ею кто-то управляет, обход ждёт минуту.',
  patrolRuns: 'Включить обход', patrolNeeds: 'Выберите хотя бы два вида.', places: 'Виды', dwell: 'Время на каждом',
  seconds: '{count} секунд | {count} секунда | {count} секунды | {count} секунд', minutes: '{count} минут | {count} минута | {count} минуты | {count} минут',
  failed: 'Камера этого не сделала',
};

/** They load with this screen, not with the first one. */
export const text = createTranslator({ en, ru }, currentLocale);

export function ptzTitle(): string {
  return text('title');
}
