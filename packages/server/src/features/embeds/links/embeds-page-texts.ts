import type { Locale } from '@watchpost/contract/kernel';

interface EmbedPageTexts {
  readonly title: string;
  readonly ended: string;
  readonly restricted: string;
  readonly script: string;
}

export const embedPageTexts: Readonly<Record<Locale, EmbedPageTexts>> = {
  en: {
    title: 'Camera',
    ended: 'This link has ended or does not exist. Ask the person who gave it to you for another one.',
    restricted: 'This camera can be shown only on the sites that its owner has chosen. Open it there.',
    script: 'The player needs JavaScript.',
  },
  ru: {
    title: 'Камера',
    ended: 'Эта ссылка больше не действует или не существует. Попросите новую у того, кто вам её дал.',
    restricted: 'Эту камеру можно показывать только на сайтах, которые выбрал её владелец. Откройте её там.',
    script: 'Для плеера нужен JavaScript.',
  },
};
