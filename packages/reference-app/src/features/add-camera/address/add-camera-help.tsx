import type { ReactNode } from 'react';
import { addressExamples } from './add-camera-address.ts';
import { text } from './add-camera-address-texts.ts';

/** Explains how to find a camera's address, with examples of well-known manufacturers; a click copies one into the form. */
export function AddressHelp({ onUse }: { onUse: (url: string) => void }): ReactNode {
  return (
    <aside className="add-help" aria-labelledby="add-help-title">
      <svg
        className="add-drawing"
        viewBox="26 0 300 112"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <rect x="27" y="20" width="76" height="58" rx="16" />
        <circle cx="79" cy="49" r="17" />
        <circle cx="79" cy="49" r="8" stroke="var(--wp-accent)" strokeWidth="2.5" />
        <circle cx="43" cy="36" r="2.5" />
        <path d="M58 78v14M38 104a20 12 0 0 1 40 0zM30 104h56" />
        <path d="M113 49h86" strokeDasharray="2 6" stroke="var(--wp-accent)" />
        <rect x="208" y="10" width="112" height="76" rx="7" />
        <path d="M264 86v18M238 104h52M224 48h80M224 34h36M224 62h52" />
      </svg>
      <h2 id="add-help-title">{text('howTitle')}</h2>
      <ol>
        <li>{text('how1')}</li>
        <li>{text('how2')}</li>
      </ol>
      <h3>{text('examples')}</h3>
      <ul>
        {addressExamples.map(({ maker, url }) => (
          <li key={maker}>
            <button type="button" title={text('use')} onClick={() => onUse(url)}>
              <b>{maker}</b>
              <span>{url}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="dimmer small">{text('codecNote')}</p>
    </aside>
  );
}
