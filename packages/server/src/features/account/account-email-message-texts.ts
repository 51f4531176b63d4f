import type { Locale } from '@watchpost/contract/kernel';

export interface CodeTexts {
  readonly subject: (code: string) => string;
  readonly heading: string;
  readonly lead: string;
  readonly validity: string;
  readonly ignore: string;
}

export interface AccountTexts {
  readonly newAddress: CodeTexts;
  readonly deletionCode: CodeTexts;
  readonly addressChanged: {
    readonly subject: string;
    readonly heading: string;
    readonly text: (email: string) => string;
    readonly when: string;
    readonly note: string;
    readonly notYou: (contact: string | null) => string;
  };
  readonly deleted: {
    readonly subject: (day: string) => string;
    readonly heading: string;
    readonly text: string;
    readonly back: (until: string) => string;
    readonly signIn: string;
    readonly forGood: string;
    readonly notYou: (contact: string | null) => string;
  };
  readonly restored: {
    readonly subject: string;
    readonly heading: string;
    readonly text: string;
    readonly notYou: (contact: string | null) => string;
  };
}

/** The texts of the account's e-mail messages. */
export const texts: Readonly<Record<Locale, AccountTexts>> = {
  en: {
    newAddress: {
      subject: (code) => `${code} confirms your new Watchpost address`,
      heading: 'New address',
      lead: 'Enter this code to sign in with this address from now on:',
      validity: 'It is valid for 10 minutes and can be used once.',
      ignore: 'If you did not ask for it, ignore this message: nothing changes without the code.',
    },
    deletionCode: {
      subject: (code) => `${code} is the code to delete your Watchpost account`,
      heading: 'Delete your account',
      lead: 'Enter this code to delete your account:',
      validity: 'It is valid for 10 minutes and can be used once.',
      ignore:
        'If you did not request this, do not share the code with anyone. Another person may be signed in to your account: check your devices in Settings, Account.',
    },
    addressChanged: {
      subject: 'The address of your Watchpost account was changed',
      heading: 'Your address was changed',
      text: (email) => `You now sign in to Watchpost with ${email}. Codes are no longer sent to this address.`,
      when: 'When',
      note: 'All devices except the one that made the change have been signed out.',
      notYou: (contact) =>
        `If this was not you, ${contact === null ? 'contact the operator of this server immediately.' : `write to ${contact} immediately.`}`,
    },
    deleted: {
      subject: (day) => `Your Watchpost account was deleted; you can restore it until ${day}`,
      heading: 'Your account was deleted',
      text: 'Your cameras have stopped recording, and no one has access to them any more. All devices have been signed out.',
      back: (until) =>
        `Changed your mind? Sign in with this address before ${until}, and your cameras, recordings and settings will be restored.`,
      signIn: 'Sign in',
      forGood: 'After that, everything is permanently deleted.',
      notYou: (contact) =>
        `If this was not you, someone has access to your mailbox: change its password, then sign in here.${contact === null ? '' : ` We can help: ${contact}.`}`,
    },
    restored: {
      subject: 'Your Watchpost account is back',
      heading: 'Welcome back',
      text: 'You signed in, so your account is not deleted. Your cameras are recording again.',
      notYou: (contact) =>
        `If this was not you, someone has access to your mailbox: change its password, then sign out the other devices in Settings, Account.${contact === null ? '' : ` We can help: ${contact}.`}`,
    },
  },
  ru: {
    newAddress: {
      subject: (code) => `${code} — код подтверждения нового адреса Watchpost`,
      heading: 'Новый адрес',
      lead: 'Введите этот код, чтобы дальше входить с этим адресом:',
      validity: 'Он действует 10 минут и подходит один раз.',
      ignore: 'Если вы его не запрашивали, просто не обращайте внимания на это письмо: без кода ничего не изменится.',
    },
    deletionCode: {
      subject: (code) => `${code} — код для удаления аккаунта Watchpost`,
      heading: 'Удаление аккаунта',
      lead: 'Введите этот код, чтобы удалить аккаунт:',
      validity: 'Он действует 10 минут и подходит один раз.',
      ignore:
        'Если вы не собирались удалять аккаунт, никому не сообщайте код. Возможно, в ваш аккаунт вошёл кто-то ещё: проверьте, где выполнен вход, в разделе «Настройки» → «Аккаунт».',
    },
    addressChanged: {
      subject: 'Адрес вашего аккаунта Watchpost изменён',
      heading: 'Ваш адрес изменён',
      text: (email) => `Теперь вы входите в Watchpost с адресом ${email}. На этот адрес коды больше не приходят.`,
      when: 'Когда',
      note: 'На всех устройствах, кроме того, с которого изменили адрес, выполнен выход.',
      notYou: (contact) =>
        `Если это сделали не вы, сразу ${contact === null ? 'сообщите об этом владельцу сервера.' : `напишите на ${contact}.`}`,
    },
    deleted: {
      subject: (day) => `Аккаунт Watchpost удалён, вернуть его можно до ${day}`,
      heading: 'Ваш аккаунт удалён',
      text: 'Камеры больше не ведут запись, и никто их не видит. На всех устройствах выполнен выход.',
      back: (until) => `Передумали? Войдите с этим адресом до ${until}, и всё вернётся: камеры, записи и настройки.`,
      signIn: 'Войти',
      forGood: 'После этого всё будет удалено навсегда.',
      notYou: (contact) =>
        `Если это сделали не вы, у кого-то есть доступ к вашей почте: смените пароль от неё, а затем войдите снова.${contact === null ? '' : ` Мы поможем: ${contact}.`}`,
    },
    restored: {
      subject: 'Ваш аккаунт Watchpost восстановлен',
      heading: 'С возвращением!',
      text: 'Вы вошли, и удаление аккаунта отменено. Камеры снова ведут запись.',
      notYou: (contact) =>
        `Если входили не вы, у кого-то есть доступ к вашей почте: смените пароль от неё, а затем выйдите на остальных устройствах в разделе «Настройки» → «Аккаунт».${contact === null ? '' : ` Мы поможем: ${contact}.`}`,
    },
  },
};
