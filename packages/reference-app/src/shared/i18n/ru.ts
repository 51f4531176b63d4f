import account from './texts/account.ru.json';
import cameras from './texts/cameras.ru.json';
import common from './texts/common.ru.json';
import feedback from './texts/feedback.ru.json';
import notifications from './texts/notifications.ru.json';
import session from './texts/session.ru.json';
import settings from './texts/settings.ru.json';
import shell from './texts/shell.ru.json';

/** Every text of the interface in Russian; a section per feature. */
export const messages = { account, cameras, common, feedback, notifications, session, settings, shell };
