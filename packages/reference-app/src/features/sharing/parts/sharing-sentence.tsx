import { grantSentence } from '@watchpost/sdk-core';
import type { SentenceOptions, SentenceSubject } from '@watchpost/sdk-core';
import { Fragment } from 'react';
import type { ReactNode } from 'react';

export interface GrantSentenceProps {
  /** Whom it speaks about: any user of a link, the reader, or another user. */
  readonly voice: 'link' | 'you' | 'user';
  readonly subject: SentenceSubject;
  readonly options: SentenceOptions;
}

/** What a grant allows, as a sentence. */
export function GrantSentence({ voice, subject, options }: GrantSentenceProps): ReactNode {
  return grantSentence(voice, subject, options).map(({ text, isStrong }, index) =>
    isStrong ? (
      <b key={index} className={isMoment(text) ? 'strong nb' : 'strong'}>
        {text}
      </b>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}

/** A date and its time stay on one line where the narrowest screen has the space. */
function isMoment(text: string): boolean {
  return /\d/.test(text) && text.length < 28;
}
