export { TelegramBanner } from './telegram-banner.tsx';
export { TelegramDialog } from './telegram-dialog.tsx';
export { TelegramScreen } from './telegram-screen.tsx';
export { text as telegramText } from './telegram-texts.ts';
export { TelegramWatch } from './telegram-watch.tsx';
