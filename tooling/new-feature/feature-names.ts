/** The spellings of a feature's name. */
export interface FeatureNames {
  readonly pascal: string;
  readonly camel: string;
  /** As in a heading: `Two way talk`. */
  readonly title: string;
}

/** @param name lower-case words with dashes */
export function namesOf(name: string): FeatureNames {
  const pascal = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  const words = name.replaceAll('-', ' ');
  return {
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: words.charAt(0).toUpperCase() + words.slice(1),
  };
}
