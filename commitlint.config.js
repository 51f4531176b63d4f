/** Messages of commits: `feature: what changed`, at most 72 characters, the reason in the body. `tooling/commits` runs it. */
export default {
  parserPreset: {
    parserOpts: { headerPattern: /^(\S.{0,39}?): (\S.*)$/, headerCorrespondence: ['type', 'subject'] },
  },
  rules: {
    'header-max-length': [2, 'always', 72],
    'type-empty': [2, 'never'],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'body-leading-blank': [2, 'always'],
  },
};
