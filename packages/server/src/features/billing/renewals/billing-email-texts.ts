import type { Locale } from '@watchpost/contract/kernel';

/** The plan was not paid on its day and goes on for now · it was not paid in the time that was left, so nothing is recorded. */
export type BillingProblem = 'not-paid' | 'paused';

interface ProblemTexts {
  readonly subject: string;
  readonly heading: string;
  /** @param day until when it can be paid, or until when recordings are kept */
  readonly text: (day: string) => string;
  readonly next: string;
}

interface CommonTexts {
  readonly cameras: string;
  readonly amount: string;
  readonly link: string;
}

/** The texts of the e-mail messages about plans that were not paid. */
export const billingEmailTexts: Readonly<Record<Locale, Readonly<Record<BillingProblem, ProblemTexts>> & CommonTexts>> = {
  en: {
    cameras: 'Cameras',
    amount: 'To pay',
    link: 'Payments and billing',
    'not-paid': {
      subject: 'Your Watchpost plan could not be paid',
      heading: 'Your plan could not be paid',
      text: (day) => `Your cameras keep recording until ${day}.`,
      next: 'Top up your balance or add a card by then. We try again every day.',
    },
    paused: {
      subject: 'Your cameras have stopped recording',
      heading: 'Recording is paused',
      text: (day) => `Your plan was not paid, so these cameras no longer record. Their recordings are kept until ${day}.`,
      next: 'Top up your balance or choose a plan, and they record again.',
    },
  },
  ru: {
    cameras: 'Камеры',
    amount: 'К оплате',
    link: 'Платежи и подписки',
    'not-paid': {
      subject: 'Не удалось оплатить тариф Watchpost',
      heading: 'Не удалось оплатить тариф',
      text: (day) => `Камеры продолжают запись до ${day}.`,
      next: 'Пополните баланс или добавьте карту до этого дня. Мы повторяем попытку каждый день.',
    },
    paused: {
      subject: 'Камеры больше не ведут запись',
      heading: 'Запись приостановлена',
      text: (day) => `Тариф не оплачен, и эти камеры больше не ведут запись. Архив хранится до ${day}.`,
      next: 'Пополните баланс или выберите тариф, и запись возобновится.',
    },
  },
};
