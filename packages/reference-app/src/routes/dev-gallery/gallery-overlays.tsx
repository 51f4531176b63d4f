import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogPanel,
  Field,
  iconButtonClass,
  Menu,
  MenuList,
  Popper,
  ToastCard,
  Tooltip,
  TooltipBody,
} from '@watchpost/widgets/primitives';
import type { MenuEntry, ToastKind } from '@watchpost/widgets/primitives';
import { Download, Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { showToast } from '../../shared/ui/toast.ts';
import { Row, Section, useTexts } from './gallery-section.tsx';
import type { GalleryTexts } from './gallery-texts.ts';

const nothing = (): void => {};

function useEntries(t: GalleryTexts): readonly MenuEntry[] {
  const [sort, setSort] = useState('name');
  return [
    { kind: 'item', label: t.rename, icon: <Pencil size={18} />, onAction: nothing },
    { kind: 'item', label: t.share, icon: <Share2 size={18} />, shortcut: 'S', onAction: nothing },
    {
      kind: 'submenu',
      label: t.download,
      icon: <Download size={18} />,
      entries: [
        { kind: 'item', label: t.next5, onAction: nothing },
        { kind: 'item', label: t.nextHour, onAction: nothing },
      ],
    },
    {
      kind: 'choice',
      label: t.sort,
      chosen: sort,
      onChoose: setSort,
      options: [
        { value: 'name', label: t.byName },
        { value: 'event', label: t.byEvent },
      ],
    },
    { kind: 'line' },
    { kind: 'item', label: t.forget, disabled: true, onAction: nothing },
    { kind: 'item', label: t.removeCamera, icon: <Trash2 size={18} />, danger: true, onAction: nothing },
  ];
}

export function MenuSection(): ReactNode {
  const t = useTexts();
  const entries = useEntries(t);
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <Section title={t.menuTooltip}>
      <div className="gallery-row gallery-top">
        <div className="gallery-menu">
          <MenuList label={t.openMenu} entries={entries} start="none" onChoose={nothing} />
        </div>
        <div className="gallery-stack">
          <TooltipBody text={t.pictureInPicture} shortcut="P" />
          <Row>
            <Tooltip text={t.openMenu}>
              <Menu label={t.openMenu} className={iconButtonClass()} button={<Ellipsis size={24} />} entries={entries} />
            </Tooltip>
          </Row>
          <button ref={trigger} type="button" className="wp-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t.openPopper}
          </button>
          <Popper open={open} onClose={() => setOpen(false)} trigger={trigger} role="dialog" label={t.openPopper} takesFocus>
            <p className="gallery-popper">{t.popperText}</p>
          </Popper>
        </div>
      </div>
    </Section>
  );
}

export function ToastsSection(): ReactNode {
  const t = useTexts();
  const toasts: readonly { readonly kind: ToastKind; readonly title: string; readonly text: string }[] = [
    { kind: 'default', title: t.toastPerson, text: t.toastPersonText },
    { kind: 'success', title: t.toastCopied, text: t.toastCopiedText },
    { kind: 'info', title: t.toastFirmware, text: t.toastFirmwareText },
    { kind: 'warning', title: t.toastPlan, text: t.toastPlanText },
    { kind: 'error', title: t.toastNetwork, text: t.toastNetworkText },
  ];
  const show = (): void => {
    for (const { kind, title, text } of toasts)
      showToast(kind, title, {
        text,
        ...(kind === 'default' && { camera: { cameraId: 'gallery', at: 0 } }),
        ...(kind === 'error' && { action: { label: t.tryAgain, onAction: nothing } }),
      });
  };
  return (
    <Section title={t.toasts} wide>
      <div className="gallery-toasts">
        {toasts.map(({ kind, title, text }) => (
          <ToastCard
            key={kind}
            kind={kind}
            title={title}
            text={text}
            onClose={nothing}
            onOpen={kind === 'default' ? nothing : undefined}
            action={kind === 'error' ? { label: t.tryAgain, onAction: nothing } : undefined}
          />
        ))}
        <div className="gallery-middle">
          <Button onClick={show}>{t.showToasts}</Button>
        </div>
      </div>
    </Section>
  );
}

export function DialogSection(): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const [nested, setNested] = useState(false);
  const [name, setName] = useState('');
  const close = (): void => setOpen(null);
  return (
    <Section title={t.dialog}>
      <DialogPanel
        title={t.removeTitle}
        onClose={nothing}
        footer={
          <>
            <Button look="quiet">{t.cancel}</Button>
            <Button look="danger">{t.removeCamera}</Button>
          </>
        }
      >
        {t.removeText}
      </DialogPanel>
      <Row>
        <Button onClick={() => setOpen('dialog')}>{t.openDialog}</Button>
        <Button onClick={() => setOpen('confirm')}>{t.openConfirm}</Button>
      </Row>
      {open === 'dialog' ? (
        <Dialog
          title={t.renameTitle}
          onClose={close}
          onSubmit={close}
          footer={
            <>
              <Button look="quiet" onClick={() => setNested(true)}>
                {t.openNested}
              </Button>
              <Button look="primary" type="submit">
                {t.save}
              </Button>
            </>
          }
        >
          <Field label={t.cameraName} value={name} onValue={setName} maximum={40} />
          {nested ? (
            <ConfirmDialog
              danger
              title={t.removeTitle}
              description={t.removeText}
              submitLabel={t.removeCamera}
              onSubmit={() => setNested(false)}
              onClose={() => setNested(false)}
            />
          ) : null}
        </Dialog>
      ) : null}
      {open === 'confirm' ? (
        <ConfirmDialog
          danger
          title={t.removeTitle}
          description={t.removeText}
          submitLabel={t.removeCamera}
          onSubmit={close}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
