// oxlint-disable-next-line eslint/no-restricted-imports -- this file is the replacement
import { useEffect, useLayoutEffect as useReactLayoutEffect } from 'react';

/** React's `useLayoutEffect`; on a server `useEffect`, because React 18 warns about each layout effect there. */
export const useLayoutEffect: typeof useReactLayoutEffect = typeof document === 'undefined' ? useEffect : useReactLayoutEffect;
