import type { JSX } from 'react';

/**
 * The few icons that the primitives contain: Lucide 24 px (ISC licence), stroke 1.75. One export each, so that a page loads only what it
 * uses; every other icon is passed in as a node.
 */
function draw(size: number, className: string | undefined, ...paths: readonly string[]): JSX.Element {
  return (
    <svg
      className={className === undefined ? 'wp-glyph' : `wp-glyph ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

interface IconProps {
  readonly size?: number;
  readonly className?: string;
}

const circle = 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0';

/** An open circle that turns: something loads. */
export const LoaderIcon = ({ size = 20 }: IconProps): JSX.Element => draw(size, 'wp-spin', 'M21 12a9 9 0 1 1-6.22-8.56');
/** A cross: closes. */
export const CloseIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, 'M18 6 6 18', 'm6 6 12 12');
/** A tick. */
export const CheckIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, 'M20 6 9 17l-5-5');
/** An arrow down: opens a list. */
export const ChevronDownIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, 'm6 9 6 6 6-6');
/** An arrow to the right. */
export const ChevronRightIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, 'm9 18 6-6-6-6');
/** An arrow to the left. */
export const ChevronLeftIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, 'm15 18-6-6 6-6');
/** An exclamation mark in a circle: an error. */
export const AlertIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, circle, 'M12 8v4', 'M12 16h.01');
/** An i in a circle: to know. */
export const InfoIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, circle, 'M12 16v-4', 'M12 8h.01');
/** A tick in a circle: it worked. */
export const DoneIcon = ({ size = 20, className }: IconProps): JSX.Element => draw(size, className, circle, 'm9 12 2 2 4-4');
/** An exclamation mark in a triangle. */
export const WarningIcon = ({ size = 20, className }: IconProps): JSX.Element =>
  draw(size, className, 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3', 'M12 9v4', 'M12 17h.01');
/** A bell: notifications. */
export const BellIcon = ({ size = 20, className }: IconProps): JSX.Element =>
  draw(
    size,
    className,
    'M10.268 21a2 2 0 0 0 3.464 0',
    'M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  );
/** An eye: shows what is hidden. */
export const EyeIcon = ({ size = 20, className }: IconProps): JSX.Element =>
  draw(
    size,
    className,
    'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0',
    'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  );
/** A crossed eye: hides it. */
export const EyeOffIcon = ({ size = 20, className }: IconProps): JSX.Element =>
  draw(
    size,
    className,
    'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49',
    'M14.084 14.158a3 3 0 0 1-4.242-4.242',
    'M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143',
    'm2 2 20 20',
  );
