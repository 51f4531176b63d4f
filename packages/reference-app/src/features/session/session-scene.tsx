import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import scene from '../../assets/sign-in-scene.webp';
import { sessionTexts } from './session-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

const ticks = Array.from({ length: 75 }, (_, index) => `M${index * 10 + 0.5} 20v${index % 6 === 0 ? 8 : 4}`).join('');

/** An illustration beside the form; hidden from screen readers because it shows no real camera. */
export function SignInScene(): ReactNode {
  const { t } = useTranslation([sessionTexts, commonTexts]);
  return (
    <aside className="sign-scene" aria-hidden="true">
      <div className="sign-picture">
        <img src={scene} alt="" width="840" height="920" />
        <div className="sign-low">
          <span className="sign-live">
            <i />
            {t('common:live')}{' '}
            <small>
              {(0.4).toLocaleString(currentLocale())} {t('secondsShort')}
            </small>
          </span>
          <p>{t('sceneText')}</p>
          <div className="sign-thread">
            <svg viewBox="0 0 740 28" preserveAspectRatio="none">
              <path d="M0 20.5H740" stroke="#fff" strokeOpacity=".28" />
              <path d={ticks} stroke="#fff" strokeOpacity=".45" />
              <path d="M0 18.5H690" stroke="var(--wp-pic-accent)" strokeWidth="3" />
            </svg>
            <svg className="sign-head" viewBox="0 0 24 28" fill="none" stroke="var(--wp-pic-live)" strokeWidth="2.5">
              <circle cx="12" cy="6" r="4.6" fill="var(--wp-pic-void)" />
              <path d="M12 10.6V27" />
            </svg>
          </div>
        </div>
      </div>
    </aside>
  );
}
