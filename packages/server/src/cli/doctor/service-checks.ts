import mqtt from 'mqtt';
import { loadServiceAccount } from '../../adapters/push/firebase-account.ts';
import { TelegramError } from '../../adapters/telegram/port.ts';
import { hasModel, modelFolderOf } from '../../media/objects/model/object-model.ts';
import { findPackage } from '../../media/objects/model/model-package.ts';
import { failure, ok, reasonOf, warning, type Check, type Finding } from './finding.ts';

const timeoutMs = 5000;

export const serviceChecks: readonly Check[] = [
  {
    name: 'Mail',
    run: async ({ smtpUrl, mailFrom }) => {
      if (smtpUrl === null) return ok('written to DATA_DIR/outbox and the log; set SMTP_URL to send it');
      const { checkSmtp } = await import('../../adapters/mail/smtp.ts');
      const { host } = new URL(smtpUrl);
      try {
        await checkSmtp(smtpUrl);
      } catch (error) {
        return warning('mail-refused', {
          what: `${host} takes no mail from us (${reasonOf(error)})`,
          why: 'E-mail messages wait in the database until mail works; nobody gets a code to sign in.',
          remedy: 'Check SMTP_URL.',
        });
      }
      if (!/@localhost\b/.test(mailFrom)) return ok(`by ${host}`);
      return warning('mail-sender', {
        what: `by ${host}, but from ${mailFrom}`,
        why: 'Most servers refuse that.',
        remedy: 'Set WATCHPOST_MAIL_FROM.',
      });
    },
  },
  {
    name: 'Broker',
    run: async ({ mqttUrl }) => {
      if (mqttUrl === null) return ok('inside of the server');
      return askBroker(mqttUrl, 'MQTT_URL', 'Events and commands do not reach other servers.');
    },
  },
  {
    name: 'Home broker',
    run: async ({ homeMqtt }) => {
      if (homeMqtt === null) return ok('none; set HOME_MQTT_URL for home automation');
      return askBroker(homeMqtt.url, 'HOME_MQTT_URL', 'Home automation gets no events.');
    },
  },
  {
    name: 'Push',
    run: async ({ firebase, publicOrigin }) => {
      if (firebase) {
        try {
          const { projectId } = loadServiceAccount(firebase.serviceAccountFile, firebase.config.projectId);
          return ok(`through the Firebase project ${projectId}`);
        } catch (error) {
          return failure('firebase-account', {
            what: reasonOf(error),
            remedy: 'Correct WATCHPOST_FIREBASE_SERVICE_ACCOUNT (docs/guide/push.md).',
          });
        }
      }
      if (publicOrigin?.startsWith('https:') === true) return ok('with keys of its own');
      return warning('push-needs-https', {
        what: 'works on this machine only: browsers want https for it',
        remedy: 'Put a TLS proxy in front and set WATCHPOST_PUBLIC_ORIGIN.',
      });
    },
  },
  {
    name: 'Telegram',
    run: async ({ telegram }) => {
      if (!telegram) return ok('no bot; set TELEGRAM_BOT_TOKEN for one');
      const { createGrammyApi } = await import('../../adapters/telegram/grammy.ts');
      try {
        const { name } = await createGrammyApi(telegram).identify(AbortSignal.timeout(timeoutMs));
        return ok(`@${name}, ${telegram.usesWebhook ? 'which calls the server' : 'asked by the server'}`);
      } catch (error) {
        if (error instanceof TelegramError && error.failure.kind === 'unauthorized')
          return warning('telegram-token', { what: 'TELEGRAM_BOT_TOKEN is not accepted', remedy: 'Take the token from @BotFather again.' });
        return warning('telegram-unreachable', {
          what: `${new URL(telegram.apiOrigin).host} can’t be reached (${reasonOf(error)})`,
          why: 'Alerts wait until it can.',
          remedy: 'Let the server out to it, or set TELEGRAM_API_ORIGIN to a proxy.',
        });
      }
    },
  },
  {
    name: 'Recognition',
    run: async ({ dataDir, detector }) => {
      if (detector) return ok('by the detector of WATCHPOST_DETECTOR_URL');
      const [hasWeights, hasRuntime] = [hasModel(modelFolderOf(dataDir)), findPackage('onnxruntime-node') !== null];
      return judgeModels({ hasWeights, hasRuntime });
    },
  },
];

/** Neither is a choice; one without the other is a mistake. */
export function judgeModels({ hasWeights, hasRuntime }: { readonly hasWeights: boolean; readonly hasRuntime: boolean }): Finding {
  if (hasWeights && hasRuntime) return ok('people, vehicles and animals');
  if (!hasWeights && !hasRuntime) return ok('motion only; "watchpost models install" adds people and vehicles');
  return warning('model-missing', {
    what: hasWeights
      ? 'the model is installed, and the package that runs it is not'
      : 'onnxruntime-node is installed, and the model is not',
    why: 'Neither people nor vehicles are recognised.',
    remedy: hasWeights ? 'Install onnxruntime-node@1.30.0 beside the server.' : 'Run: watchpost models install',
  });
}

async function askBroker(url: string, setting: string, why: string): Promise<Finding> {
  const { host, protocol, username, password } = new URL(url);
  try {
    const client = await mqtt.connectAsync(
      `${protocol}//${host}`,
      {
        reconnectPeriod: 0,
        connectTimeout: timeoutMs,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
      },
      false,
    );
    await client.endAsync(true);
    return ok(host);
  } catch (error) {
    const isRefused = /not authorized|bad user ?name or password|refused: /i.test(reasonOf(error));
    return warning(isRefused ? 'broker-refuses' : 'broker-unreachable', {
      what: isRefused ? `${host} refuses us (${reasonOf(error)})` : `${host} can’t be reached (${reasonOf(error)})`,
      why,
      remedy: isRefused ? `Correct user and password in ${setting}.` : `Start the broker, or correct ${setting}.`,
    });
  }
}
