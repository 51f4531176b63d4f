export { OperatorEntry } from './operator-entry.tsx';
export { useIsOperator } from './operator-queries.ts';
export { OperatorScreen } from './operator-screen.tsx';
export { operatorTitle, operatorUnder } from './operator-entry-texts.ts';
