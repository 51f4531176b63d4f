import { describe, expect, test } from 'vitest';
import { routeOf } from '../../shared/navigation/routes.ts';
import { comingTexts } from './coming-texts.ts';
import { comingTarget, comingTopics } from './coming-topics.ts';

const { en, ru } = comingTexts;
const topics = Object.keys(comingTopics);

describe('screens to come', () => {
  test('both languages have every text of every topic, and nothing else', () => {
    expect(Object.keys(en).toSorted()).toEqual(['actions', ...topics].toSorted());
    expect(Object.keys(ru)).toEqual(Object.keys(en));
    const leaves = (texts: object): [string, string][] => Object.entries(texts).flatMap(([key, value]) => Object.entries(value as Record<string, string>).map(([name, text]): [string, string] => [`${key}.${name}`, text]));
    expect(leaves(ru).map(([key]) => key)).toEqual(leaves(en).map(([key]) => key));
    for (const [key, text] of [...leaves(en), ...leaves(ru)]) expect(text.trim(), key).not.toBe('');
  });

  test.each(Object.entries(comingTopics).filter(([, { action }]) => action !== 'none'))('%s leads to a screen that exists', (_, { action }) => {
    expect(routeOf(comingTarget(action, 'yard') ?? '')).not.toBeNull();
    expect(routeOf(comingTarget(action, undefined) ?? '')).not.toBeNull();
  });
});
