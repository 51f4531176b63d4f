import { limitsSentence } from '@watchpost/sdk-core';
import type { Grant } from '@watchpost/sdk-core';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { GrantSentence } from './sharing-sentence.tsx';

interface OfferProps {
  readonly grant: Grant;
  readonly cameraCount: number;
  /** IANA name. */
  readonly timeZone: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Says to the reader what a link allows, and below it what it does not. */
export function Offer({ grant, cameraCount, timeZone, now }: OfferProps): ReactNode {
  const subject = { grant, cameraCount };
  const options = { locale: currentLocale(), timeZone, now };
  const limits = limitsSentence('you', subject, options);
  return (
    <>
      <p className="landing-sentence">
        <GrantSentence voice="you" subject={subject} options={options} />
      </p>
      {limits === null ? null : (
        <p className="landing-limits">
          <Lock size={18} />
          <span>{limits}</span>
        </p>
      )}
    </>
  );
}
