import { Bell, Maximize, SquareArrowOutUpRight, Zap } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canInstall, install, subscribeInstall } from '../../shared/browser/install-prompt.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { appsWay, isReachable } from './session-apps-model.ts';
import type { AppStoreLink, AppsWay } from './session-apps-model.ts';
import './session-apps.css';

const storeNames: Readonly<Record<AppStoreLink['store'], string>> = { appStore: 'App Store', googlePlay: 'Google Play', ruStore: 'RuStore' };

export interface AppsPromotionScreenProps {
  readonly onContinue: () => void;
}

/** After the first sign-in on a device: how Watchpost comes onto the phone, and the way on without. */
export function AppsPromotionScreen({ onContinue }: AppsPromotionScreenProps): ReactNode {
  const { t } = useTranslation();
  const isOffered = useSyncExternalStore(subscribeInstall, canInstall);
  const way = appsWay({ links: externalLinks(currentLocale()), canInstall: isOffered, userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });
  const hasAction = way.kind !== 'steps';
  // The browser of a computer offers to install the page there, not on a phone.
  const isHere = way.kind === 'install' && way.system === 'computer';
  const title = useRef<HTMLHeadingElement>(null);
  // The code field is gone: whoever listens or tabs goes on from here.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="sign-form apps">
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t(isHere ? 'session.appsTitleHere' : 'session.appsTitle')}
        </h1>
        <p className="dim sign-lead">{t(way.kind === 'stores' ? 'session.appsLeadStores' : isHere ? 'session.appsLeadHere' : 'session.appsLead')}</p>
      </div>
      <ul className="apps-list">
        {/* Over plain http a browser has no notifications. */}
        {way.kind === 'stores' || globalThis.isSecureContext ? <Reason icon={<Bell size={20} />} title={t('session.appsAlerts')} text={t('session.appsAlertsText')} /> : null}
        <Reason icon={<Zap size={20} />} title={t('session.appsTap')} text={t('session.appsTapText')} />
        <Reason icon={<Maximize size={20} />} title={t('session.appsFull')} text={t('session.appsFullText')} />
      </ul>
      <Way way={way} />
      <div className="sign-submit">
        <Button look={hasAction ? 'quiet' : 'primary'} size="l" wide onClick={onContinue}>
          {t('session.appsContinue')}
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

function Way({ way }: { way: AppsWay }): ReactNode {
  const { t } = useTranslation();
  switch (way.kind) {
    case 'stores':
      return (
        <div className="apps-stores">
          {way.links.map(({ store, url }) => (
            <a key={store} className={buttonClass({ look: 'primary', size: 'l', wide: true })} href={url} target="_blank" rel="noopener noreferrer">
              <SquareArrowOutUpRight size={20} />
              {storeNames[store]}
            </a>
          ))}
        </div>
      );
    case 'install':
      return (
        <Button look="primary" size="l" wide onClick={() => void install()}>
          {t('session.appsInstall')}
        </Button>
      );
    case 'steps':
      return (
        <ol className="apps-steps">
          {steps(way, t).map((step) => (
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

function steps({ system }: Extract<AppsWay, { kind: 'steps' }>, t: ReturnType<typeof useTranslation>['t']): readonly string[] {
  if (system === 'ios') return [t('session.appsIos1'), t('session.appsIos2')];
  if (system === 'android') return [t('session.appsAndroid1'), t('session.appsAndroid2')];
  const open = isReachable(location.hostname) ? t('session.appsComputer1', { address: location.host }) : t('session.appsComputerHere');
  return [open, t('session.appsComputer2')];
}
