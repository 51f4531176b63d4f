import type { Locale } from '@watchpost/contract/kernel';
import type { SandboxOutcome } from './sandbox-cards.ts';

interface SandboxTexts extends Readonly<Record<SandboxOutcome, string>> {
  readonly title: string;
  readonly notice: string;
  readonly amount: string;
  readonly cards: string;
  /** The brand of cards. */
  readonly mir: string;
  readonly pay: string;
  readonly cancel: string;
  readonly question: string;
  readonly questionText: string;
  readonly confirm: string;
  readonly refuse: string;
  readonly ended: string;
  readonly endedText: string;
  readonly back: string;
}

/** The texts of the sandbox's payment page. */
export const sandboxTexts: Readonly<Record<Locale, SandboxTexts>> = {
  en: {
    title: 'Test payment',
    notice: 'This is a test page. No money moves, and no real card is accepted.',
    amount: 'Amount',
    cards: 'Test card',
    succeeds: 'succeeds',
    declined: 'is declined',
    authentication: 'asks for 3-D Secure',
    late: 'succeeds after a minute',
    silent: 'never answers',
    mir: 'Mir',
    pay: 'Pay',
    cancel: 'Cancel',
    question: '3-D Secure',
    questionText: 'The bank of this test card asks whether it is you.',
    confirm: 'Confirm',
    refuse: 'Refuse',
    ended: 'This payment has ended',
    endedText: 'Close this page, or go back.',
    back: 'Go back',
  },
  ru: {
    title: 'Тестовый платёж',
    notice: 'Это тестовая страница. Деньги не списываются, настоящие карты не принимаются.',
    amount: 'Сумма',
    cards: 'Тестовая карта',
    succeeds: 'оплата проходит',
    declined: 'карта отклоняется',
    authentication: 'требуется 3-D Secure',
    late: 'оплата проходит через минуту',
    silent: 'банк не отвечает',
    mir: 'Мир',
    pay: 'Оплатить',
    cancel: 'Отменить',
    question: '3-D Secure',
    questionText: 'Банк этой тестовой карты просит подтвердить, что платите вы.',
    confirm: 'Подтвердить',
    refuse: 'Отказаться',
    ended: 'Этот платёж завершён',
    endedText: 'Закройте страницу или вернитесь назад.',
    back: 'Вернуться',
  },
};
