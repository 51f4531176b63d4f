export { createSession } from './session.ts';
export type { Session, SessionApi, SessionEnd, SubjectChange } from './session-types.ts';
