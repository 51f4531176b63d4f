import { escapeXml } from '@watchpost/onvif/messages';

/** XML whose values were escaped. */
export interface Markup {
  readonly xml: string;
}

type MarkupValue = string | number | boolean | Markup | readonly Markup[];

/**
 * Builds XML from a template; every text in it is escaped.
 * @example markup`<tt:Name>${camera.title}</tt:Name>`
 */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return { xml: parts.map((part, index) => part + textOf(values[index] ?? '')).join('') };
}

/** Builds one element. @param name with its prefix, not from outside */
export function element(name: string, attributes: Readonly<Record<string, string>>, content: Markup): Markup {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return { xml: `<${name}${words.join('')}>${content.xml}</${name}>` };
}

function textOf(value: MarkupValue): string {
  if (typeof value === 'object') return 'xml' in value ? value.xml : value.map(({ xml }) => xml).join('');
  return escapeXml(String(value));
}
