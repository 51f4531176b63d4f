import type { JSX } from 'react';

/** Lucide 24 px (ISC licence), stroke 1.75 by the stylesheet. */
const paths = {
  pause: ['M6 4h3v16H6z', 'M15 4h3v16h-3z'],
  play: ['M6 4.5v15a1 1 0 0 0 1.5.86l12.5-7.5a1 1 0 0 0 0-1.72L7.5 3.64A1 1 0 0 0 6 4.5z'],
  loader: ['M21 12a9 9 0 1 1-6.22-8.56'],
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return <Drawing name={name} paths={paths[name]} />;
}

/** An icon of a part that is loaded later: its paths come with that part. */
export function Drawing({ name, paths }: { readonly name: string; readonly paths: readonly string[] }): JSX.Element {
  return (
    <svg className={`wp-icon wp-icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
