import { createElement } from 'react';
import type { ComponentType, SVGProps } from 'react';

interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
}

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  readonly size?: number | string;
}

/** Draws an icon of Lucide as its own library does, without that library's context and its outputs for other frameworks. */
// oxlint-disable-next-line import/no-default-export -- the icons import it so
export default function createLucideIcon({ name, node }: IconData): ComponentType<IconProps> {
  return function Icon({ size = 24, className = '', ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`,
        'aria-hidden': !('aria-label' in rest || 'role' in rest),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
