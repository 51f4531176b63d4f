import { createContext } from 'react';

/** Stands in for React Router's framework mode, which this app does not use: without its context, links prefetch nothing. */
export const FrameworkContext = createContext(undefined);
export const usePrefetchBehavior = (): readonly [boolean, undefined, object] => [false, undefined, {}];
export const mergeRefs = <Ref>(ref: Ref): Ref => ref;
export const PrefetchPageLinks = (): null => null;
