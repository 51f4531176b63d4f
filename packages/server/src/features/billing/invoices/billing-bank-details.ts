/** Weights of the digits of a bank's code and an account (Bank of Russia, 515-P). */
const keyWeights = [7, 1, 3];

/** Whether a text is the code of a Russian bank (БИК): nine digits that begin with the country, `04`, or with `00` to `02`. */
export function isBankCode(text: string): boolean {
  return /^0[0-24]\d{7}$/.test(text);
}

/**
 * Whether the key of an account at a bank is right: a digit that is mistyped is found.
 * @param account 20 digits
 * @param bankCode БИК
 * @example isAccountOf('40702810900000000001', '044525225')
 */
export function isAccountOf(account: string, bankCode: string): boolean {
  return hasKey(account, bankCode, bankCode.slice(-3));
}

/** Whether the key of a bank's correspondent account (корреспондентский счёт) is right. It is kept by the Bank of Russia. */
export function isCorrespondentAccountOf(account: string, bankCode: string): boolean {
  return hasKey(account, bankCode, `0${bankCode.slice(4, 6)}`);
}

/** Whether a text is a tax registration reason code (КПП); only companies have one. */
export function isTaxReasonCode(text: string): boolean {
  return /^\d{4}[\dA-Z]{2}\d{3}$/.test(text);
}

function hasKey(account: string, bankCode: string, prefix: string): boolean {
  if (!isBankCode(bankCode) || !/^\d{20}$/.test(account)) return false;
  const sum = [...prefix, ...account].reduce((total, digit, index) => total + ((Number(digit) * (keyWeights[index % 3] ?? 0)) % 10), 0);
  return sum % 10 === 0;
}
