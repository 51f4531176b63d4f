export { createSession } from './session.ts';
export type { Session, SessionApi, SessionControl, SessionEnd, SignIn, SubjectChange } from './session-types.ts';
