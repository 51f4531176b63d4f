import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  locations: 'Locations', rooms: 'Rooms', cameras: 'Cameras',
  allLocations: 'All locations', allRooms: 'All rooms', withoutRoom: 'Without room', withoutLocation: 'Without location',
  location: 'Location', chooseLocation: '{name}, choose a location', filterRooms: 'Rooms of {name}',
  manage: 'Manage locations',
  addLocation: 'Add location', addRoom: 'Add room', addCameras: 'Add cameras',
  addLocationTitle: 'New location', addRoomTitle: 'New room in {name}', addCamerasTitle: 'Cameras for {name}',
  renameLocationTitle: 'Rename location', renameRoomTitle: 'Rename room',
  name: 'Name', suggestions: 'Suggested names',
  add: 'Add', adding: 'Adding', save: 'Save', saving: 'Saving', cancel: 'Cancel',
  rename: 'Rename', delete: 'Delete', deleting: 'Deleting', actionsOf: '{name}: actions',
  deleteLocation: 'Delete location', deleteRoom: 'Delete room', deleteTitle: 'Delete {name}?',
  deleteLocationRooms: 'Its {count} room is deleted too. | Its {count} rooms are deleted too.',
  deleteLocationCameras: '{count} camera stays, without location and room. | {count} cameras stay, without location and room.',
  deleteRoomCameras: '{count} camera stays in the location, without a room. | {count} cameras stay in the location, without a room.',
  deleteNothing: 'There is nothing in it.', keepsRecordings: 'Recordings stay as they are.',
  camerasCount: '{count} camera | {count} cameras',
  move: 'Move {name}', moveHint: 'Space picks it up, the arrows move it, Space puts it down, Escape leaves it where it was.',
  pickedUp: '{name} is picked up. Place {place} of {total}.', movedTo: '{name}: place {place} of {total}.', putDown: '{name} is put down at place {place} of {total}.', letGo: '{name} stays where it was.',
  moveTo: 'Move {name} to…', moveTitle: 'Where is {name}?', moveHere: 'Move', moving: 'Moving',
  listOfLocations: 'Locations in their order', listOfRooms: 'Rooms in their order', listOfCameras: 'Cameras in their order',
  noLocations: 'No locations yet', noLocationsText: 'An office, a shop, a house: put cameras together that are in one place, and look at them together.',
  noRooms: 'No rooms yet.', noCameras: 'No cameras here yet.',
  allPlaced: 'Every camera is in a location.', noCamerasAtAll: 'You have no cameras yet.', addCamera: 'Add camera',
  unplacedText: 'These cameras are in no location yet.',
  missing: 'It is not there any more', missingText: 'This location or room was deleted.', toLocations: 'To the locations', backToLocation: 'Back to {name}',
  failed: 'The locations could not be loaded', retry: 'Try again', loading: 'Loading',
  notSaved: 'Not saved', gone: 'Somebody has removed it meanwhile.',
  deleted: '{name} is deleted', moved: '{name} is in {place} now', movedOut: '{name} is in no location now',
  nothingHere: 'No cameras here', nothingHereText: 'Put cameras here in the settings, or look at all of them.', showAll: 'Show all cameras',
  office: 'Office', store: 'Store', shop: 'Shop', pickUpPoint: 'Pick-up point',
  openspace: 'Openspace', staffRoom: 'Staff room', elevator: 'Elevator', outdoor: 'Outdoor',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  locations: 'Объекты', rooms: 'Комнаты', cameras: 'Камеры',
  allLocations: 'Все объекты', allRooms: 'Все комнаты', withoutRoom: 'Без комнаты', withoutLocation: 'Без объекта',
  location: 'Объект', chooseLocation: '{name}, выбрать объект', filterRooms: 'Комнаты: {name}',
  manage: 'Управление объектами',
  addLocation: 'Добавить объект', addRoom: 'Добавить комнату', addCameras: 'Добавить камеры',
  addLocationTitle: 'Новый объект', addRoomTitle: 'Новая комната: {name}', addCamerasTitle: 'Камеры: {name}',
  renameLocationTitle: 'Название объекта', renameRoomTitle: 'Название комнаты',
  name: 'Название', suggestions: 'Варианты названия',
  add: 'Добавить', adding: 'Добавляем', save: 'Сохранить', saving: 'Сохраняем', cancel: 'Отмена',
  rename: 'Переименовать', delete: 'Удалить', deleting: 'Удаляем', actionsOf: '{name}: действия',
  deleteLocation: 'Удалить объект', deleteRoom: 'Удалить комнату', deleteTitle: 'Удалить «{name}»?',
  deleteLocationRooms: 'Комнат нет. | Вместе с ним будет удалена {count} комната. | Вместе с ним будут удалены {count} комнаты. | Вместе с ним будут удалены {count} комнат.',
  deleteLocationCameras: 'Камер нет. | {count} камера останется без объекта и комнаты. | {count} камеры останутся без объекта и комнаты. | {count} камер останутся без объекта и комнаты.',
  deleteRoomCameras: 'Камер нет. | {count} камера останется на объекте без комнаты. | {count} камеры останутся на объекте без комнаты. | {count} камер останутся на объекте без комнаты.',
  deleteNothing: 'Внутри ничего нет.', keepsRecordings: 'Записи сохранятся.',
  camerasCount: '{count} камер | {count} камера | {count} камеры | {count} камер',
  move: 'Переместить: {name}', moveHint: 'Пробел берёт, стрелки перемещают, пробел ставит на место, Escape возвращает обратно.',
  pickedUp: 'Взято: {name}. Место {place} из {total}.', movedTo: '{name}: место {place} из {total}.', putDown: '{name}: теперь на месте {place} из {total}.', letGo: '{name}: осталось на прежнем месте.',
  moveTo: 'Переместить «{name}» в…', moveTitle: 'Где находится «{name}»?', moveHere: 'Переместить', moving: 'Перемещаем',
  listOfLocations: 'Объекты по порядку', listOfRooms: 'Комнаты по порядку', listOfCameras: 'Камеры по порядку',
  noLocations: 'Объектов пока нет', noLocationsText: 'Офис, магазин, дом: соберите вместе камеры, которые стоят в одном месте, и смотрите их вместе.',
  noRooms: 'Комнат пока нет.', noCameras: 'Здесь пока нет камер.',
  allPlaced: 'Все камеры разложены по объектам.', noCamerasAtAll: 'У вас пока нет камер.', addCamera: 'Добавить камеру',
  unplacedText: 'Эти камеры пока не относятся ни к одному объекту.',
  missing: 'Этого больше нет', missingText: 'Объект или комнату удалили.', toLocations: 'К объектам', backToLocation: 'Назад: {name}',
  failed: 'Не удалось загрузить объекты', retry: 'Повторить', loading: 'Загрузка',
  notSaved: 'Не сохранено', gone: 'Кто-то уже удалил это.',
  deleted: '«{name}» — удалено', moved: '«{name}» теперь здесь: {place}', movedOut: '«{name}» теперь без объекта',
  nothingHere: 'Здесь нет камер', nothingHereText: 'Добавьте сюда камеры в настройках или смотрите все сразу.', showAll: 'Показать все камеры',
  office: 'Офис', store: 'Магазин', shop: 'Салон', pickUpPoint: 'Пункт выдачи',
  openspace: 'Опенспейс', staffRoom: 'Комната персонала', elevator: 'Лифт', outdoor: 'Улица',
};

/** They load with what shows locations, not with the first screen. */
export const text = createTranslator({ en, ru }, currentLocale);

/** Names that many people need (specification 1, section 4). */
export const suggestedNames = {
  location: ['office', 'store', 'shop', 'pickUpPoint'],
  room: ['openspace', 'staffRoom', 'elevator', 'outdoor'],
} as const;
