export { LanguageSetting } from './account-language-setting.tsx';
export { AccountScreen } from './account-screen.tsx';
