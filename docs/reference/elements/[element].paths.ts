import { toMarkdown } from './element-markdown.ts';
import { manifestFile, readElements } from './manifest.ts';

export default {
  watch: [manifestFile],
  paths: () => readElements().map((element) => ({ params: { element: element.tagName }, content: toMarkdown(element) })),
};
