/** The plans file of tests. */
export const examplePlans = {
  currency: 'RUB',
  graceDays: 3,
  // A seller with correct check digits, which does not exist.
  invoices: {
    seller: {
      name: 'ООО «Вышка»',
      taxId: '7707083893',
      taxReasonCode: '773601001',
      address: '119991, Москва, ул. Вавилова, д. 19',
      bankName: 'ПАО СБЕРБАНК',
      bankCode: '044525225',
      correspondentAccount: '30101810400000000225',
      account: '40702810938000000001',
    },
    vatPercent: 20,
    dueDays: 10,
    prefix: 'WP',
  },
  plans: [
    { id: 'week', name: { en: '7 days', ru: '7 дней' }, period: 'Monthly', price: 29_900, archiveDays: 7 },
    { id: 'month', name: { en: '30 days', ru: '30 дней' }, period: 'Monthly', price: 59_900, archiveDays: 30, isMostPopular: true },
    { id: 'year', name: { en: '30 days, a year', ru: '30 дней, год' }, period: 'Annual', price: 599_000, archiveDays: 30 },
    { id: 'once', name: { en: 'For ever', ru: 'Навсегда' }, period: 'NoBillingPeriod', price: 900_000, archiveDays: 7 },
  ],
} as const;

export const exampleInvoiceTerms: (typeof examplePlans)['invoices'] = examplePlans.invoices;
