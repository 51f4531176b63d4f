import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** Announces the page's title when it changes, because screen readers announce only newly loaded documents. */
export function TitleAnnouncer(): ReactNode {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const element = document.querySelector('title');
    if (!element) return;
    const observer = new MutationObserver(() => setTitle(document.title));
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
