import type { TFunction } from 'i18next';
import { Bell, Maximize, SquareArrowOutUpRight, Zap } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canInstall, install, subscribeInstall } from '../../shared/browser/install-prompt.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { installMethod, isReachable } from './session-apps-model.ts';
import type { AppStoreLink, InstallMethod } from './session-apps-model.ts';
import { moreTexts } from './session-more-texts.ts';
import './session-apps.css';

const storeNames: Readonly<Record<AppStoreLink['store'], string>> = {
  appStore: 'App Store',
  googlePlay: 'Google Play',
  ruStore: 'RuStore',
};

export interface AppsPromotionScreenProps {
  readonly onContinue: () => void;
}

/** Shown after the first sign-in on a device: how to install Watchpost on a phone, or continue without. */
export function AppsPromotionScreen({ onContinue }: AppsPromotionScreenProps): ReactNode {
  const { t } = useTranslation(moreTexts);
  const isOffered = useSyncExternalStore(subscribeInstall, canInstall);
  const method = installMethod({
    links: externalLinks(currentLocale()),
    canInstall: isOffered,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });
  const hasAction = method.kind !== 'steps';
  // A desktop browser's prompt installs the page there, not on the phone.
  const isHere = method.kind === 'install' && method.system === 'computer';
  const title = useRef<HTMLHeadingElement>(null);
  // The focused code field is gone, so focus moves to the title.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="sign-form apps">
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t(isHere ? 'appsTitleHere' : 'appsTitle')}
        </h1>
        <p className="dim sign-lead">{t(method.kind === 'stores' ? 'appsLeadStores' : isHere ? 'appsLeadHere' : 'appsLead')}</p>
      </div>
      <ul className="apps-list">
        {/* Browsers support no notifications over plain HTTP. */}
        {method.kind === 'stores' || globalThis.isSecureContext ? (
          <Reason icon={<Bell size={20} />} title={t('appsAlerts')} text={t('appsAlertsText')} />
        ) : null}
        <Reason icon={<Zap size={20} />} title={t('appsTap')} text={t('appsTapText')} />
        <Reason icon={<Maximize size={20} />} title={t('appsFull')} text={t('appsFullText')} />
      </ul>
      <InstallSteps method={method} />
      <div className="sign-submit">
        <Button look={hasAction ? 'quiet' : 'primary'} size="l" wide onClick={onContinue}>
          {t('appsContinue')}
        </Button>
      </div>
    </div>
  );
}

function Reason({ icon, title, text }: { icon: ReactNode; title: string; text: string }): ReactNode {
  return (
    <li>
      {icon}
      <div>
        <b className="strong">{title}</b>
        <p className="small dim">{text}</p>
      </div>
    </li>
  );
}

function InstallSteps({ method }: { method: InstallMethod }): ReactNode {
  const { t } = useTranslation(moreTexts);
  switch (method.kind) {
    case 'stores':
      return (
        <div className="apps-stores">
          {method.links.map(({ store, url }) => (
            <a
              key={store}
              className={buttonClass({ look: 'primary', size: 'l', wide: true })}
              href={url}
              target="_blank"
              rel="noopener noreferrer"
            >
              <SquareArrowOutUpRight size={20} />
              {storeNames[store]}
            </a>
          ))}
        </div>
      );
    case 'install':
      return (
        <Button look="primary" size="l" wide onClick={() => void install()}>
          {t('appsInstall')}
        </Button>
      );
    case 'steps':
      return (
        <ol className="apps-steps">
          {steps(method, t).map((step) => (
            <li key={step}>
              <span>
                <RichText message={step} parts={{ b: (text) => <b className="strong">{text}</b> }} />
              </span>
            </li>
          ))}
        </ol>
      );
  }
}

function steps({ system }: Extract<InstallMethod, { kind: 'steps' }>, t: TFunction<typeof moreTexts>): readonly string[] {
  if (system === 'ios') return [t('appsIos1'), t('appsIos2')];
  if (system === 'android') return [t('appsAndroid1'), t('appsAndroid2')];
  const open = isReachable(location.hostname) ? t('appsComputer1', { address: location.host }) : t('appsComputerHere');
  return [open, t('appsComputer2')];
}
