import type { PhoneFailure } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { PhoneMessage } from './phone-camera-message.tsx';
import { text } from './phone-camera-page-texts.ts';

const failures = {
  insecure: ['insecureHeading', 'insecureText'],
  unsupported: ['unsupportedHeading', 'unsupportedText'],
  refused: ['refusedHeading', 'refusedText'],
  'no-camera': ['noCameraHeading', 'noCameraText'],
  busy: ['busyHeading', 'busyText'],
  blocked: ['blockedHeading', 'blockedText'],
  unreadable: ['unreadableHeading', 'unreadableText'],
} as const satisfies Readonly<Record<PhoneFailure, readonly [string, string]>>;

/** Explains why there is no picture, and how to continue. */
export function PhoneFailed({
  reason,
  isBusy = false,
  onAgain,
}: {
  readonly reason: PhoneFailure;
  readonly isBusy?: boolean;
  readonly onAgain: () => void;
}): ReactNode {
  const [heading, body] = failures[reason];
  // A retry cannot help in a browser that lacks support.
  const isFinal = reason === 'insecure' || reason === 'unsupported';
  return (
    <PhoneMessage heading={text(heading)} body={text(body)} isFailure>
      {isFinal ? null : (
        <Button look="primary" size="l" wide busy={isBusy} onClick={onAgain}>
          {text(reason === 'blocked' ? 'start' : 'again')}
        </Button>
      )}
    </PhoneMessage>
  );
}
