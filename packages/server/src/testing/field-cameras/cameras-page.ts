import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FieldCase } from './field-case.ts';
import { fieldCases } from './field-cases.ts';
import { russianTexts } from './field-cases-russian.ts';

export interface FfmpegVerdict {
  /** It decodes at least half of the pictures. */
  readonly picture: boolean;
  readonly sound: boolean;
}

const verdictsSchema = z.object({
  version: z.string(),
  verdicts: z.record(z.string(), z.object({ picture: z.boolean(), sound: z.boolean() })),
});
interface FfmpegVerdicts {
  readonly version: string;
  /** By the case's name. */
  readonly verdicts: Readonly<Record<string, FfmpegVerdict>>;
}

export const readVerdicts = (): FfmpegVerdicts =>
  verdictsSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'ffmpeg-verdicts.json'), 'utf8')));

interface Texts {
  readonly title: string;
  readonly intro: readonly string[];
  readonly head: string;
  readonly picture: string;
  readonly pictureAndSound: string;
  readonly nothing: string;
  /** What comes before the reason of a camera that goes offline. */
  readonly followedBy: string;
  readonly unknown: string;
  does(fieldCase: FieldCase): string;
}

const texts: Readonly<Record<'en' | 'ru', Texts>> = {
  en: {
    title: 'Cameras in the field',
    intro: [
      'Many cameras deviate from the standards in their own way. Each row is such a camera, rebuilt from public reports of users of other software: the test suite connects it to a real server, adds it like a user does, and decodes a clip of its recording.',
      'The last column is what FFmpeg {version} decodes of the same camera in 6 s.',
      'A camera that another player shows and Watchpost does not is a bug: please report it with the message that *Add camera* shows.',
    ],
    head: '| A camera that … | Reported as | Watchpost | FFmpeg |',
    picture: 'picture',
    pictureAndSound: 'picture and sound',
    nothing: 'no picture',
    followedBy: 'then',
    unknown: '–',
    does: ({ does }) => does,
  },
  ru: {
    title: 'Камеры на практике',
    intro: [
      'Многие камеры по-своему отступают от стандартов. Каждая строка таблицы — такая камера, воссозданная по открытым сообщениям пользователей других программ: набор тестов подключает её к настоящему серверу, добавляет как пользователь и декодирует фрагмент её записи.',
      'В последнем столбце — что за 6 с декодирует из той же камеры FFmpeg {version}.',
      'Если камеру показывает другой плеер, но не Watchpost, это ошибка: сообщите о ней вместе с текстом, который показывает *Добавить камеру*.',
    ],
    head: '| Камера, которая … | Сообщение | Watchpost | FFmpeg |',
    picture: 'изображение',
    pictureAndSound: 'изображение и звук',
    nothing: 'нет изображения',
    followedBy: 'затем',
    unknown: '–',
    does: ({ name }) => russianTexts[name] ?? '',
  },
};

/** What the suite must see of a camera. */
export function ourVerdict({ seen }: FieldCase): FfmpegVerdict {
  // One that can't be added is looked at once.
  return { picture: seen.state !== 'offline' || seen.connections !== 1, sound: (seen.audio ?? null) !== null };
}

/** Renders docs/guide/cameras.md from the cases that the suite runs. */
export function renderCamerasPage(language: 'en' | 'ru'): string {
  const { title, intro, head, picture, pictureAndSound, nothing, followedBy, unknown, does } = texts[language];
  const { version, verdicts } = readVerdicts();
  const say = (shown: FfmpegVerdict): string => (shown.picture ? (shown.sound ? pictureAndSound : picture) : nothing);
  const rows = fieldCases.map((fieldCase) => {
    const { name, source, seen } = fieldCase;
    const { picture: hasPicture, sound } = ourVerdict(fieldCase);
    const shown = say({ picture: true, sound });
    const before = hasPicture ? `${shown}, ${followedBy}` : `${nothing}:`;
    const ours = seen.state === 'offline' ? `${before} \`${seen.reason}\`` : shown;
    const verdict = verdicts[name];
    return `| ${does(fieldCase)} | ${source.split(', ').map(link).join(', ')} | ${ours} | ${verdict ? say(verdict) : unknown} |`;
  });
  const paragraphs = intro.flatMap((text) => ['', text.replace('{version}', version)]);
  return [
    `# ${title}`,
    '',
    '<!-- Made from packages/server/src/testing/field-cameras by its test, with -u. Do not edit. -->',
    ...paragraphs,
    '',
    head,
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** @param source such as `owner/repo PR #7` */
function link(source: string): string {
  const [, repository, kind, number] = /^([\w./-]+) (PR )?#(\d+)/.exec(source) ?? [];
  if (repository === undefined) return '–';
  return `[${repository} #${number}](https://github.com/${repository}/${kind ? 'pull' : 'issues'}/${number})`;
}
