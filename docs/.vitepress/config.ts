import { defineConfig } from 'vitepress';
import { linksToRepository } from './links-to-repository.ts';
import { writeLlmsTxt } from './llms-txt.ts';
import { navigation, type NavigationTexts } from './navigation.ts';

const english: NavigationTexts = {
  prefix: '',
  start: 'Start',
  watch: 'Watch your cameras',
  partner: 'Put a camera on your site',
  integrator: 'Build on the SDK',
  selfHost: 'Run a server',
  guides: 'Guides',
  reference: 'Reference',
  packages: 'Packages',
};
const russian: NavigationTexts = {
  prefix: '/ru',
  start: 'С чего начать',
  watch: 'Смотреть камеры',
  partner: 'Камера на вашем сайте',
  integrator: 'Разработка на SDK',
  selfHost: 'Свой сервер',
  guides: 'Руководства',
  reference: 'Справочник',
  packages: 'Пакеты',
};

// The site is static: `npm run docs` builds it, any web server serves it.
export default defineConfig({
  title: 'Watchpost',
  description: 'Cloud video surveillance made of parts that others can use',
  cleanUrls: true,
  // The pages of the code are left out of quick builds.
  ignoreDeadLinks: [/^http:\/\/localhost:/, ...(process.env['DOCS_WITHOUT_CODE'] === '1' ? [/reference\/code/] : [])],
  srcExclude: ['adr/**', 'api/**', 'claims.md', 'features.md', 'testing.md'],
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: navigation(english) },
    ru: {
      label: 'Русский',
      lang: 'ru',
      description: 'Облачное видеонаблюдение из частей, которые можно использовать отдельно',
      themeConfig: {
        ...navigation(russian),
        outline: { label: 'На этой странице' },
        docFooter: { prev: 'Назад', next: 'Дальше' },
        darkModeSwitchLabel: 'Тема',
        sidebarMenuLabel: 'Меню',
        returnToTopLabel: 'Наверх',
        langMenuLabel: 'Язык',
        notFound: {
          title: 'Страница не найдена',
          quote: 'Проверьте адрес или вернитесь на главную.',
          linkText: 'На главную',
        },
      },
    },
  },
  themeConfig: {
    logo: '/mark.svg',
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        locales: {
          ru: {
            translations: {
              button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
              modal: {
                noResultsText: 'Ничего не найдено по запросу',
                resetButtonTitle: 'Очистить',
                footer: { selectText: 'открыть', navigateText: 'перейти', closeText: 'закрыть' },
              },
            },
          },
        },
      },
    },
    socialLinks: [{ icon: 'github', link: 'https://github.com/watchpost/watchpost' }],
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('watchpost-') } } },
  markdown: { config: (markdown) => linksToRepository(markdown) },
  buildEnd: writeLlmsTxt,
});
