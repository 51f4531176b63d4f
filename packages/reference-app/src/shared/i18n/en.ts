import account from './texts/account.en.json';
import cameras from './texts/cameras.en.json';
import common from './texts/common.en.json';
import feedback from './texts/feedback.en.json';
import notifications from './texts/notifications.en.json';
import session from './texts/session.en.json';
import settings from './texts/settings.en.json';
import shell from './texts/shell.en.json';

/** Every text of the interface in English; a section per feature. */
export const messages = { account, cameras, common, feedback, notifications, session, settings, shell };
