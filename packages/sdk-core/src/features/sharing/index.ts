export { createSharingApi } from './sharing-api.ts';
export type { SharingApi } from './sharing-api.ts';
export { grantSentence, limitsSentence } from './sharing-sentence.ts';
export type { SentenceOptions, SentencePart, SentenceSubject } from './sharing-sentence.ts';
export type { SentenceVoice } from './sharing-sentence-messages.ts';
