/** The paths of the app, one per route of the specification that exists. The router and safePath() read the same table. */
export const paths = {
  signIn: '/signin',
  dashboard: '/',
  addCamera: '/cameras/add',
  camera: '/cameras/:id',
} as const;

/** Paths that need a session: where a person may be sent after signing in. */
export const privatePaths: readonly string[] = [paths.dashboard, paths.addCamera, paths.camera];
