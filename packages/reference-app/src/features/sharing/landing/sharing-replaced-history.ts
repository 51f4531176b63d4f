import { useEffect } from 'react';
import { useBlocker, useNavigate } from 'react-router';

/** Every link and shortcut on this page replaces its address, which contains a secret, instead of keeping it in the history. */
export function useReplacedHistory(): void {
  const navigate = useNavigate();
  const blocker = useBlocker(({ historyAction }) => historyAction === 'PUSH');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { pathname, search, hash } = blocker.location;
    blocker.reset();
    void navigate({ pathname, search, hash }, { replace: true });
  }, [blocker, navigate]);
}
