import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { galleryTexts } from './gallery-texts.ts';
import type { GalleryTexts } from './gallery-texts.ts';

const TextsContext = createContext<GalleryTexts>(galleryTexts.en);
export const TextsProvider = TextsContext.Provider;

export function useTexts(): GalleryTexts {
  return useContext(TextsContext);
}

export function Section({
  title,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={wide ? 'gallery-section gallery-wide' : 'gallery-section'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="gallery-row">{children}</div>;
}

/** Shows its children in a state, such as hover, that they are not in. */
export function Shown({
  state,
  part,
  children,
}: {
  readonly state: 'hover' | 'active' | 'focus';
  /** Selector of the element that shows the state; absent: the whole content. */
  readonly part?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span
      className="gallery-shown"
      ref={(element) => {
        (part === undefined ? element?.firstElementChild : element?.querySelector(part))?.setAttribute('data-show', state);
      }}
    >
      {children}
    </span>
  );
}
