import type { Catalogue } from '../../kernel/translate.ts';

/** `link`: everyone who has the link; `you`: the reader; `user`: a user in a list. */
export type SentenceVoice = 'link' | 'you' | 'user';
type Content = 'everything' | 'noSound' | 'noArchive' | 'neither';
type VoiceKey = `${SentenceVoice}.${Content | 'full' | 'ptz' | 'watermark' | 'limits'}`;
type SentenceKey =
  | VoiceKey
  | 'anyone'
  | 'onePerson'
  | 'people'
  | 'archive.all'
  | 'archive.fromNow'
  | 'archive.from'
  | 'archive.until'
  | 'archive.period'
  | 'archive.fromNowUntil'
  | 'hours'
  | 'expiry'
  | 'viewers'
  | 'guests';

/** Text between asterisks is strong. `{who}`, `{archive}`, `{hours}` and `{expiry}` are other messages, the last two possibly empty. */
export const sentenceMessages: Catalogue<SentenceKey> = {
  en: {
    anyone: '*Anyone* with this link',
    onePerson: '*One person* with this link',
    people: 'Up to *{count} person* with this link | Up to *{count} people* with this link',
    'link.everything':
      '{who} can *watch {count} camera*, *with sound* and {archive}{hours}{expiry}. | {who} can *watch {count} cameras*, *with sound* and {archive}{hours}{expiry}.',
    'link.noSound':
      '{who} can *watch {count} camera* and play {archive}, *without sound*{hours}{expiry}. | {who} can *watch {count} cameras* and play {archive}, *without sound*{hours}{expiry}.',
    'link.noArchive':
      '{who} can *watch {count} camera live only*, *with sound*{hours}{expiry}. | {who} can *watch {count} cameras live only*, *with sound*{hours}{expiry}.',
    'link.neither':
      '{who} can *watch {count} camera live only*, *without sound*{hours}{expiry}. | {who} can *watch {count} cameras live only*, *without sound*{hours}{expiry}.',
    'link.full': 'They can also *change settings and share*.',
    'link.ptz': 'They can also *move the camera*. | They can also *move the cameras*.',
    'link.watermark': '*Their e-mail address* is shown over the picture.',
    'link.limits': 'They can’t change settings or share the camera. | They can’t change settings or share the cameras.',
    'you.everything': 'You can *watch live, with sound*, and play {archive}{hours}{expiry}.',
    'you.noSound': 'You can *watch live* and play {archive}, *without sound*{hours}{expiry}.',
    'you.noArchive': 'You can *watch live only*, *with sound*{hours}{expiry}.',
    'you.neither': 'You can *watch live only*, *without sound*{hours}{expiry}.',
    'you.full': 'You can also *change settings and share*.',
    'you.ptz': 'You can also *move the camera*. | You can also *move the cameras*.',
    'you.watermark': '*Your e-mail address* is shown over the picture.',
    'you.limits': 'You can’t change settings or share the camera. | You can’t change settings or share the cameras.',
    'user.everything': 'Watches live and {archive}, *with sound*{hours}{expiry}.',
    'user.noSound': 'Watches live and {archive}, *without sound*{hours}{expiry}.',
    'user.noArchive': 'Watches *live only*, *with sound*{hours}{expiry}.',
    'user.neither': 'Watches *live only*, *without sound*{hours}{expiry}.',
    'user.full': 'Can also *change settings and share*.',
    'user.ptz': 'Can also *move the camera*. | Can also *move the cameras*.',
    'user.watermark': '*The viewer’s e-mail address* is shown over the picture.',
    'user.limits': 'Can’t change settings or share the camera. | Can’t change settings or share the cameras.',
    'archive.all': '*all recordings*',
    'archive.fromNow': 'recordings *from now on*',
    'archive.from': 'recordings *from {from} on*',
    'archive.until': 'recordings *until {until}*',
    'archive.period': 'recordings *from {from} to {until}*',
    'archive.fromNowUntil': 'recordings *from now to {until}*',
    hours: ', *every day from {from} to {until}*',
    expiry: ', until *{until}*',
    viewers: '*One viewer* at a time. | At most *{count} viewers* at a time.',
    guests: '*No account* is needed to watch.',
  },
  ru: {
    anyone: '*Любой*, у кого есть эта ссылка, может',
    onePerson: 'По этой ссылке *один человек* может',
    people:
      'По этой ссылке до *{count} человека* могут | По этой ссылке до *{count} человек* могут | По этой ссылке до *{count} человек* могут',
    'link.everything':
      '{who} *смотреть {count} камеру со звуком* и открывать {archive}{hours}.{expiry} | {who} *смотреть {count} камеры со звуком* и открывать {archive}{hours}.{expiry} | {who} *смотреть {count} камер со звуком* и открывать {archive}{hours}.{expiry}',
    'link.noSound':
      '{who} *смотреть {count} камеру без звука* и открывать {archive}{hours}.{expiry} | {who} *смотреть {count} камеры без звука* и открывать {archive}{hours}.{expiry} | {who} *смотреть {count} камер без звука* и открывать {archive}{hours}.{expiry}',
    'link.noArchive':
      '{who} *смотреть {count} камеру только в прямом эфире*, *со звуком*{hours}.{expiry} | {who} *смотреть {count} камеры только в прямом эфире*, *со звуком*{hours}.{expiry} | {who} *смотреть {count} камер только в прямом эфире*, *со звуком*{hours}.{expiry}',
    'link.neither':
      '{who} *смотреть {count} камеру только в прямом эфире*, *без звука*{hours}.{expiry} | {who} *смотреть {count} камеры только в прямом эфире*, *без звука*{hours}.{expiry} | {who} *смотреть {count} камер только в прямом эфире*, *без звука*{hours}.{expiry}',
    'link.full': 'Ещё можно *менять настройки и делиться доступом*.',
    'link.ptz': 'Ещё можно *поворачивать камеру*. | Ещё можно *поворачивать камеры*. | Ещё можно *поворачивать камеры*.',
    'link.watermark': 'Поверх изображения виден *адрес почты зрителя*.',
    'link.limits':
      'Менять настройки и делиться камерой нельзя. | Менять настройки и делиться камерами нельзя. | Менять настройки и делиться камерами нельзя.',
    'you.everything': 'Можно *смотреть в прямом эфире со звуком* и открывать {archive}{hours}.{expiry}',
    'you.noSound': 'Можно *смотреть в прямом эфире без звука* и открывать {archive}{hours}.{expiry}',
    'you.noArchive': 'Можно *смотреть только в прямом эфире*, *со звуком*{hours}.{expiry}',
    'you.neither': 'Можно *смотреть только в прямом эфире*, *без звука*{hours}.{expiry}',
    'you.full': 'Ещё можно *менять настройки и делиться доступом*.',
    'you.ptz': 'Ещё можно *поворачивать камеру*. | Ещё можно *поворачивать камеры*. | Ещё можно *поворачивать камеры*.',
    'you.watermark': 'Поверх изображения виден *ваш адрес почты*.',
    'you.limits':
      'Менять настройки и делиться камерой нельзя. | Менять настройки и делиться камерами нельзя. | Менять настройки и делиться камерами нельзя.',
    'user.everything': 'Смотрит прямой эфир и {archive}, *со звуком*{hours}.{expiry}',
    'user.noSound': 'Смотрит прямой эфир и {archive}, *без звука*{hours}.{expiry}',
    'user.noArchive': 'Смотрит *только прямой эфир*, *со звуком*{hours}.{expiry}',
    'user.neither': 'Смотрит *только прямой эфир*, *без звука*{hours}.{expiry}',
    'user.full': 'Может *менять настройки и делиться доступом*.',
    'user.ptz': 'Может *поворачивать камеру*. | Может *поворачивать камеры*. | Может *поворачивать камеры*.',
    'user.watermark': 'Поверх изображения виден *адрес почты зрителя*.',
    'user.limits':
      'Не может менять настройки и делиться камерой. | Не может менять настройки и делиться камерами. | Не может менять настройки и делиться камерами.',
    'archive.all': '*все записи*',
    'archive.fromNow': 'записи *с этого момента*',
    'archive.from': 'записи *с {from}*',
    'archive.until': 'записи *до {until}*',
    'archive.period': 'записи *с {from} до {until}*',
    'archive.fromNowUntil': 'записи *с этого момента до {until}*',
    hours: ', *каждый день с {from} до {until}*',
    expiry: ' Доступ до *{until}*.',
    viewers:
      'Одновременно — *не больше {count} зрителя*. | Одновременно — *не больше {count} зрителей*. | Одновременно — *не больше {count} зрителей*.',
    guests: '*Аккаунт* для просмотра не нужен.',
  },
};
