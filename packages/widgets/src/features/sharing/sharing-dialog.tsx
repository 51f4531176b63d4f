import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Camera, Invite, Locale } from '@watchpost/sdk-core';
import { createSharingMessages } from '../../i18n/sharing-messages.ts';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import { adoptStyles } from '../../element/stylesheets.ts';
import { Modal } from '../../primitives/overlay/modal.tsx';
import { PrimitivesProvider, usePrimitives } from '../../primitives/settings.tsx';
import { SharingBody } from './parts/sharing-body.tsx';
import { SharingProvider } from './parts/sharing-context.tsx';
import { createShareController } from './sharing-controller.ts';
import type { ShareClient, ShareController } from './sharing-controller.ts';
import shadowStyles from './sharing-shadow.css?inline';
import styles from './sharing.css?inline';

/** Properties of `<ShareDialog>`: the client, the chosen cameras, and what happens at its end. */
export interface ShareDialogProps {
  /** The client of a signed-in user. Keep it the same object. */
  readonly client: ShareClient;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The user's cameras; requested from the server if absent. */
  readonly cameras?: readonly Camera[] | undefined;
  /** Cameras that are selected at first. */
  readonly cameraIds?: readonly string[] | undefined;
  /** Edits this link of the user instead of creating one. */
  readonly invite?: Invite | undefined;
  readonly onCreated?: ((invite: Invite) => void) | undefined;
  readonly onUpdated?: ((invite: Invite) => void) | undefined;
  /** Opens Manage access in the app instead of by its address. */
  readonly onManageAccess?: (() => void) | undefined;
  /** Shown when there is no camera to share. */
  readonly onAddCamera?: (() => void) | undefined;
  /** The primitives' language by default. */
  readonly locale?: Locale | undefined;
}

/**
 * Creates a link to cameras, or edits one: who can do what, and until when, said in a sentence before it is agreed to.
 * A React page needs `theme/tokens.css` and `theme/primitives.css`. Whatever is entered is discarded on close; a created link stays.
 * @example <ShareDialog client={client} open={isSharing} cameraIds={[camera.id]} onClose={() => setSharing(false)} />
 */
export function ShareDialog(props: ShareDialogProps): JSX.Element | null {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ client, onClose, locale: wanted, onManageAccess, onAddCamera, ...given }: ShareDialogProps): JSX.Element {
  const above = usePrimitives();
  const locale = wanted ?? above.locale;
  const titleId = useId();
  const host = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState<ShareController | null>(null);
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  useLayoutEffect(() => {
    const inShadow = host.current?.getRootNode() instanceof ShadowRoot;
    const letGo = [inShadow && adoptStyles(host.current, shadowTokens(shadowStyles)), adoptStyles(host.current, styles)];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    const created = createShareController({
      client,
      ...latest.current,
      onCreated: (invite) => latest.current.onCreated?.(invite),
      onUpdated: (invite) => latest.current.onUpdated?.(invite),
    });
    if (!latest.current.cameras) void created.loadCameras();
    setShare(created);
    return () => created.dispose();
  }, [client]);
  const texts = useMemo(() => createSharingMessages(locale), [locale]);
  const context = useMemo(() => share && { share, client, locale, t: texts }, [share, client, locale, texts]);
  return (
    <PrimitivesProvider locale={locale}>
      <div ref={host} className="wp-share-host">
        <Modal labelledBy={titleId} className="wp-dialog wp-dialog-panel wp-dialog-l wp-share" closeOnBackdrop={false} onClose={onClose}>
          {context && (
            <SharingProvider value={context}>
              <SharingBody
                titleId={titleId}
                isEditing={given.invite !== undefined}
                onClose={onClose}
                onManageAccess={onManageAccess}
                onAddCamera={onAddCamera}
              />
            </SharingProvider>
          )}
        </Modal>
      </div>
    </PrimitivesProvider>
  );
}
