import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster as SonnerToaster, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { IconButton } from './button.tsx';
import './toast.css';

type Kind = 'info' | 'success' | 'error';

const icons = { info: Info, success: CircleCheck, error: CircleAlert } as const;

function ToastCard({ id, kind, title, text }: { id: string | number; kind: Kind; title: string; text?: string | undefined }): ReactNode {
  const { t } = useTranslation();
  const Icon = icons[kind];
  return (
    <div className="toast">
      <Icon className={kind} size={20} />
      <div className="grow">
        <b>{title}</b>
        {text ? <p>{text}</p> : null}
      </div>
      <IconButton small label={t('common.close')} onClick={() => toast.dismiss(id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}

/** Shows a toast. Toasts with the same `id` replace each other, so that one cause never fills the corner. */
export function showToast(kind: Kind, title: string, options: { readonly id?: string; readonly text?: string } = {}): void {
  toast.custom((id) => <ToastCard id={id} kind={kind} title={title} text={options.text} />, {
    duration: kind === 'error' ? 8000 : 5000,
    ...(options.id !== undefined && { id: options.id }),
  });
}

/** Where toasts appear: at most five, bottom right, closed by their button only. */
export function Toaster(): ReactNode {
  return <SonnerToaster position="bottom-right" visibleToasts={5} expand gap={8} offset={24} mobileOffset={{ bottom: 96, left: 16, right: 16 }} />;
}
