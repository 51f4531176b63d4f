import { callsByFeature, readOpenApi } from './openapi.ts';
import { toMarkdown } from './operation-markdown.ts';

export default {
  watch: ['../../public/openapi.json'],
  paths: () => {
    const { schemas } = readOpenApi().components;
    return [...callsByFeature()].map(([feature, calls]) => ({
      params: { feature },
      content: calls.map((call) => toMarkdown(call, schemas)).join('\n'),
    }));
  },
};
