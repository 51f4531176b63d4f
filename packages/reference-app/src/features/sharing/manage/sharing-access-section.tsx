import type { Camera } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { ListRow } from '../../../shared/ui/status.tsx';
import { text } from './sharing-manage-texts.ts';

/** Opens who has access, from the camera's settings. */
export function AccessSection({ camera }: { readonly camera: Camera }): ReactNode {
  useTranslation();
  const navigate = useNavigate();
  if (!useCapabilities(camera).canManageAccess) return null;
  return (
    <section className="settings-part" aria-labelledby="settings-access">
      <h2 id="settings-access">{text('access')}</h2>
      <div className="wp-list">
        <ListRow
          title={text('title')}
          text={text('entryText')}
          after={<ChevronRight size={16} aria-hidden="true" />}
          onPress={() => void navigate(to.ManageAccess(camera.id))}
        />
      </div>
    </section>
  );
}
