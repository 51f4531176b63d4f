/** How long a code can be used, and after how long the app asks for another one (specification 1, section 9). */
export const telegramCodeSeconds = 600;
/** Characters of each half of a code. */
export const telegramCodeHalf = 4;
/** Capital letters and digits that are not mistaken for each other, and spell no words. */
export const telegramCodeAlphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';
