import type { AccessEntry, Camera } from '@watchpost/sdk-core';
import { Laptop, Smartphone } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { Avatar } from '../manage/sharing-person.tsx';
import { byDay, clockText, deedTitle, deviceText, grantText, kindIcons, whoName } from './sharing-log-entry.ts';
import { text } from './sharing-log-texts.ts';

const parts = { b: (inner: string) => <b className="strong">{inner}</b> };
const isPhone = (device: AccessEntry['device']): boolean => /android|ios|iphone|ipad/i.test(device?.system ?? '');

/** The log as a table, by days. */
export function LogTable({
  entries,
  cameras,
  now,
}: {
  readonly entries: readonly AccessEntry[];
  readonly cameras: readonly Camera[];
  readonly now: number;
}): ReactNode {
  const shown = new Map(cameras.map((camera) => [camera.id, camera]));
  return (
    <table className="share-table log-table">
      <thead>
        <tr>
          {(['when', 'who', 'what', 'camera', 'device', 'by'] as const).map((name) => (
            <th key={name} scope="col" className={`log-col-${name}`}>
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byDay(entries, now).map(({ key, title, entries: ofDay }) => (
          <Fragment key={key}>
            <tr className="log-day">
              <th scope="rowgroup" colSpan={6}>
                {title}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <Row key={entry.id} entry={entry} camera={shown.get(entry.cameraId)} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, camera }: { entry: AccessEntry; camera: Camera | undefined }): ReactNode {
  const Icon = kindIcons[entry.kind];
  const Device = isPhone(entry.device) ? Smartphone : Laptop;
  return (
    <tr>
      <td className="dim n">
        <time dateTime={new Date(entry.at).toISOString()}>{clockText(entry.at)}</time>
      </td>
      <td>
        <span className="share-who" title={entry.who.kind === 'user' ? entry.who.email : undefined}>
          <Avatar email={entry.who.kind === 'user' ? entry.who.email : null} />
          <b className="strong share-email">{whoName(entry.who)}</b>
        </span>
      </td>
      <td>
        <span className={entry.kind === 'refused' ? 'log-deed log-refused' : 'log-deed'}>
          <Icon size={18} />
          <span className="n">
            <RichText message={deedTitle(entry)} parts={parts} />
          </span>
        </span>
      </td>
      <td>
        <span className="log-camera">
          <Picture camera={camera} />
          <span className="cut" title={entry.cameraTitle}>
            {entry.cameraTitle}
          </span>
        </span>
      </td>
      <td>
        <span className="log-device">
          <Device size={18} />
          {deviceText(entry.device)}
        </span>
      </td>
      <td className="dim">{grantText(entry.grant)}</td>
    </tr>
  );
}

/** The camera's last picture; its place stays for a camera without one. */
export function Picture({ camera }: { readonly camera: Camera | undefined }): ReactNode {
  const client = useClient();
  const url = camera ? client.cameras.previewUrl(camera) : null;
  return <span className="log-picture">{url === null ? null : <img src={url} alt="" loading="lazy" />}</span>;
}

/** The log as a list, for phones. */
export function LogList({ entries, now }: { readonly entries: readonly AccessEntry[]; readonly now: number }): ReactNode {
  return byDay(entries, now).map(({ key, title, entries: ofDay }) => (
    <section key={key} aria-labelledby={`log-${key}`}>
      <h3 className="log-day-title" id={`log-${key}`}>
        {title}
      </h3>
      <ol className="share-list">
        {ofDay.map((entry) => {
          const Icon = kindIcons[entry.kind];
          return (
            <li key={entry.id} className="log-item">
              <time className="dim n" dateTime={new Date(entry.at).toISOString()}>
                {clockText(entry.at)}
              </time>
              <div>
                <p>
                  <b className="strong">{whoName(entry.who)}</b>
                </p>
                <p className={entry.kind === 'refused' ? 'log-deed log-refused' : 'log-deed'}>
                  <Icon size={16} />
                  <span className="n">
                    <RichText message={deedTitle(entry)} parts={parts} />
                  </span>
                </p>
                <p className="small dim">{[entry.cameraTitle, deviceText(entry.device), grantText(entry.grant)].join(' · ')}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  ));
}
