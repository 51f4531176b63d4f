import { table } from '../table.ts';
import type { ElementDeclaration } from './manifest.ts';

interface Usage {
  /** In a page. */
  readonly html: string;
  /** The guide about it. */
  readonly guide: { readonly file: string; readonly title: string };
  /** Whether an embed token is enough to show it. */
  readonly hasDemo: boolean;
}

/** What the manifest can't say. */
const usages: Readonly<Record<string, Usage>> = {
  'watchpost-camera': {
    html: '<watchpost-camera server="https://cams.example" camera-id="CAMERA_ID" token-url="/api/watchpost-token" muted controls></watchpost-camera>',
    guide: { file: 'player', title: 'The player' },
    hasDemo: true,
  },
  'watchpost-checkout': {
    html: '<watchpost-checkout camera-ids="CAMERA_ID"></watchpost-checkout>',
    guide: { file: 'checkout', title: 'Sell plans on your page' },
    hasDemo: false,
  },
  'watchpost-share': {
    html: '<watchpost-share camera-ids="CAMERA_ID" open></watchpost-share>',
    guide: { file: 'share', title: 'Share cameras from your page' },
    hasDemo: false,
  },
  'watchpost-snapshot': {
    html: '<watchpost-snapshot server="https://cams.example" camera-id="CAMERA_ID" token-url="/api/watchpost-token"></watchpost-snapshot>',
    guide: { file: 'player', title: 'The player' },
    hasDemo: true,
  },
  'watchpost-timeline': {
    html: '<watchpost-camera id="yard" server="https://cams.example" camera-id="CAMERA_ID" token-url="/api/watchpost-token"></watchpost-camera>\n<watchpost-timeline for="yard"></watchpost-timeline>',
    guide: { file: 'player', title: 'The player' },
    hasDemo: true,
  },
  'watchpost-video-wall': {
    html: '<watchpost-video-wall server="https://cams.example" camera-ids="CAMERA_ID CAMERA_ID" token-url="/api/watchpost-token"></watchpost-video-wall>',
    guide: { file: 'video-wall', title: 'The video wall' },
    hasDemo: true,
  },
};

/** Writes the page of an element. @throws {Error} for an element without usage */
export function toMarkdown(element: ElementDeclaration): string {
  const {
    tagName,
    description,
    attributes = [],
    members = [],
    events = [],
    slots = [],
    cssParts = [],
    cssStates = [],
    cssProperties = [],
  } = element;
  const usage = usages[tagName];
  if (!usage) throw new Error(`Write the usage of <${tagName}> in element-markdown.ts.`);
  const known = new Set(attributes.map(({ name }) => propertyOf(name)));
  const properties = members.filter(({ kind, name }) => kind === 'field' && !known.has(name));
  const methods = members.filter(({ kind }) => kind === 'method');
  return [
    description,
    `\`\`\`html\n${usage.html}\n\`\`\``,
    usage.hasDemo ? `<CameraDemo element="${tagName}" />` : '',
    `Guide: [${usage.guide.title}](../../guide/${usage.guide.file}.md).`,
    section('Attributes', 'Each is also a property, in camel case.', table(['Attribute', 'Type', 'Meaning'], attributes.map(typed))),
    section('Properties', 'Without an attribute.', table(['Property', 'Type', 'Meaning'], properties.map(typed))),
    section(
      'Methods',
      '',
      table(
        ['Method', 'Meaning'],
        methods.map(({ name, description: text = '' }) => [`\`${name}()\``, text]),
      ),
    ),
    section('Events', 'They bubble, and are typed: `WatchpostEventMap`.', table(['Event', 'Meaning'], events.map(named))),
    section('Slots', '', table(['Slot', 'Content'], slots.map(named))),
    section(
      'Parts',
      `Style them from the page: \`${tagName}::part(${cssParts[0]?.name ?? ''})\`.`,
      table(['Part', 'What it is'], cssParts.map(named)),
    ),
    section('States', `Match them: \`${tagName}:state(${cssStates[0]?.name ?? ''})\`.`, table(['State', 'When'], cssStates.map(named))),
    section(
      'Custom properties',
      'Set them on the element or on any ancestor; all are in [Theming](../../guide/theme.md).',
      table(['Property', 'Meaning'], cssProperties.map(named)),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function section(title: string, text: string, rows: string): string {
  return rows === '' ? '' : [`## ${title}`, text, rows].filter((part) => part !== '').join('\n\n');
}

function typed({ name, type, description = '' }: { name: string; type?: { text: string }; description?: string }): string[] {
  // A union is a list of its options: as one piece of code it would not break into lines.
  const options = (type?.text ?? '').split('|').filter((option) => option.trim() !== '');
  return [`\`${name}\``, options.map((option) => `\`${option.trim()}\``).join(' '), description];
}

function named({ name, description = '' }: { name: string; description?: string }): string[] {
  return [`\`${name}\``, description];
}

function propertyOf(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_, character: string) => character.toUpperCase());
}
