import type { DefaultTheme } from 'vitepress';

export interface NavigationTexts {
  /** What addresses of the language begin with: `` or `/ru`. */
  readonly prefix: string;
  readonly start: string;
  readonly watch: string;
  readonly partner: string;
  readonly integrator: string;
  readonly selfHost: string;
  readonly guides: string;
  readonly reference: string;
  readonly packages: string;
}

const guides: readonly (readonly [file: string, english: string, russian: string])[] = [
  ['connect-a-camera', 'Connect a camera', 'Подключение камеры'],
  ['cameras', 'Cameras in the field', 'Камеры на практике'],
  ['browsers', 'Browsers', 'Браузеры'],
  ['embed', 'Embed a camera', 'Камера на странице'],
  ['player', 'The player', 'Плеер'],
  ['video-wall', 'The video wall', 'Видеостена'],
  ['quality', 'Video quality', 'Качество видео'],
  ['theme', 'Theming', 'Оформление'],
  ['streams', 'Other software', 'Другие программы'],
  ['mqtt', 'MQTT and Home Assistant', 'MQTT и Home Assistant'],
  ['webhooks', 'Webhooks', 'Вебхуки'],
  ['recipes', 'Recipes', 'Рецепты'],
  ['share', 'A share dialog on your page', 'Диалог «Поделиться» на странице'],
  ['checkout', 'Sell plans on your page', 'Продажа тарифов'],
  ['access', 'Access and rights', 'Доступ и права'],
  ['links', 'Links into the app', 'Ссылки в приложение'],
  ['smart-events', 'Smart events', 'Умные события'],
  ['timelapse', 'Timelapse', 'Таймлапс'],
  ['detectors', 'Detectors and sounds', 'Детекторы и звуки'],
  ['push', 'Push messages', 'Push-уведомления'],
  ['migration', 'Update from an earlier version', 'Обновление с прежних версий'],
  ['install', 'Ways to run the server', 'Как запустить сервер'],
  ['settings', 'Server settings', 'Настройки сервера'],
  ['operations', 'Operations', 'Эксплуатация'],
  ['operator', 'The operator’s page', 'Страница оператора'],
  ['scaling', 'More than one machine', 'Несколько машин'],
  ['capacity', 'From 1 to 100,000 cameras', 'От 1 до 100 000 камер'],
  ['billing', 'Billing', 'Тарифы и оплата'],
  ['backup', 'Backup and restore', 'Резервное копирование'],
  ['firmware', 'Firmware', 'Прошивки'],
  ['security', 'Security', 'Безопасность'],
];
const packages = ['sdk-core', 'widgets', 'contract', 'server', 'camera-agent', 'onvif', 'mp4'];

/** Builds the menus of one language. */
export function navigation(texts: NavigationTexts): DefaultTheme.Config {
  const { prefix } = texts;
  const isRussian = prefix === '/ru';
  const start: DefaultTheme.SidebarItem[] = [
    { text: texts.watch, link: `${prefix}/start/watch` },
    { text: texts.partner, link: `${prefix}/start/partner` },
    { text: texts.integrator, link: `${prefix}/start/integrator` },
    { text: texts.selfHost, link: `${prefix}/start/self-host` },
  ];
  return {
    nav: [
      { text: texts.start, link: `${prefix}/start/partner`, activeMatch: `^${prefix}/start/` },
      { text: texts.guides, link: `${prefix}/guide/embed`, activeMatch: `^${prefix}/guide/` },
      { text: texts.reference, link: '/reference/http/', activeMatch: '^/reference/' },
    ],
    sidebar: [
      { text: texts.start, items: start },
      {
        text: texts.guides,
        items: guides.map(([file, english, russian]) => ({ text: isRussian ? russian : english, link: `${prefix}/guide/${file}` })),
      },
      { text: texts.packages, collapsed: true, items: packages.map((name) => ({ text: name, link: `/packages/${name}` })) },
      {
        text: texts.reference,
        collapsed: true,
        items: [
          { text: isRussian ? 'Элементы' : 'Elements', link: '/reference/elements/' },
          { text: 'HTTP', link: '/reference/http/' },
          { text: 'TypeScript', link: '/reference/code/' },
          { text: isRussian ? 'Словарь' : 'Glossary', link: '/glossary' },
        ],
      },
    ],
  };
}
