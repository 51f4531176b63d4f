import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorScreen, operatorTitle } from '../features/operator/index.ts';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { ScreenHeader } from '../shell/screen-header.tsx';

/** /operator */
export function OperatorRoute(): ReactNode {
  useTranslation();
  usePageTitle(operatorTitle());
  return (
    <>
      <ScreenHeader title={operatorTitle()} />
      <OperatorScreen />
    </>
  );
}
