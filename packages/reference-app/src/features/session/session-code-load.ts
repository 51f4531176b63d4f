import { generalErrorText } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { loadCode } from '../../shared/browser/load-code.ts';
import { currentLocale, withTexts } from '../../shared/i18n/i18n.ts';
import type { CodeStepProps } from './session-code-step.tsx';

interface LoadedStep {
  readonly CodeStep: ComponentType<CodeStepProps>;
}

let loaded: LoadedStep | null = null;

/** Loads the second step with its texts. */
export async function loadCodeStep(): Promise<void> {
  const CodeStep = await loadCode(async () => (await import('./session-code-step.tsx')).CodeStep);
  loaded = { CodeStep };
}

/** Returns the second step; null until its code is there. It loads while the user types the address. */
export function useCodeStep(): LoadedStep | null {
  const [step, setStep] = useState(loaded);
  useEffect(() => {
    // Once its code keeps failing, the page offers a reload.
    loadCodeStep().then(
      () => setStep(loaded),
      () => undefined,
    );
  }, []);
  return step;
}

/** Returns the error text for a failed request for a code. Without its texts, as in an outage, a general one. */
export async function requestErrorText(error: unknown): Promise<string> {
  try {
    const { codeErrorText } = await withTexts(() => import('../../shared/code/code-errors.ts'));
    return codeErrorText(error);
  } catch {
    return generalErrorText(error, currentLocale());
  }
}
