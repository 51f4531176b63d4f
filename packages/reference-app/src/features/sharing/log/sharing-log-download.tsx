import { useMutation } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { AccessLogFilter } from '@watchpost/sdk-core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { downloadLog } from './sharing-log-queries.ts';
import { text } from './sharing-log-texts.ts';

/** Saves the log that is shown, as CSV. */
export function DownloadLog({ filter, isIcon = false }: { readonly filter: AccessLogFilter; readonly isIcon?: boolean }): ReactNode {
  const client = useClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadLog(client, filter),
    onError: (error) => showToast('error', text('downloadFailed'), { id: 'log', text: errorText(error, currentLocale()) }),
  });
  if (isIcon)
    return (
      <IconButton small label={text(isPending ? 'downloading' : 'download')} disabled={isPending} onClick={() => mutate()}>
        <Download size={20} />
      </IconButton>
    );
  return (
    <Button look="quiet" size="s" icon={<Download size={16} />} busy={isPending} aria-label={text('download')} onClick={() => mutate()}>
      {text('csv')}
    </Button>
  );
}
