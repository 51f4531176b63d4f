import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** Says the name of the page whenever it changes: no document is loaded that a screen reader would announce by itself. */
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
