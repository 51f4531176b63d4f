// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(cleanup);

function keepBusy(durationMs: number): void {
  const end = performance.now() + durationMs;
  while (performance.now() < end);
}

/** A component that takes longer to render than React renders at a time, and listens to the window's keys. */
function Slow({ onKey }: { readonly onKey: () => void }): ReactNode {
  keepBusy(20);
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onKey]);
  return <p>Ready</p>;
}

function Late({ onKey }: { readonly onKey: () => void }): ReactNode {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => void setTimeout(setIsLoaded, 5, true), []);
  return isLoaded ? <Slow onKey={onKey} /> : null;
}

test('what a test has found has its effects, also beside a busy core', async () => {
  for (let round = 0; round < 20; round += 1) {
    const onKey = vi.fn();
    render(<Late onKey={onKey} />);
    await screen.findByText('Ready');
    fireEvent.keyDown(window, { key: 'a' });
    expect(onKey).toHaveBeenCalledOnce();
    cleanup();
  }
});
