import ts from 'typescript';

/** Files that may read a role or a platform, by the reason. All other code asks `capabilities` and reads what its result names. */
export const roleReaders: Readonly<Record<string, readonly string[]>> = {
  'it decides': ['packages/contract/src/access/capabilities.ts'],
  'passes the viewer on to `capabilities`': [
    'packages/sdk-core/src/features/cameras/cameras-capabilities.ts',
    'packages/server/src/features/bookmarks/bookmarks-archive.ts',
    'packages/server/src/features/cameras/cameras-access-rows.ts',
    'packages/server/src/features/events/events-reader.ts',
    'packages/server/src/features/sharing/invites/sharing-invite-grant.ts',
    'packages/server/src/features/sharing/invites/sharing-invites-repository.ts',
  ],
  'defines or stores the values': [
    'packages/contract/src/features/cameras/cameras-schemas.ts',
    'packages/contract/src/features/sharing/sharing-schemas.ts',
    'packages/server/src/features/cameras/cameras-service.ts',
    'packages/server/src/features/notifications/event-settings/notifications-event-settings.ts',
    'packages/server/src/features/notifications/status/notifications-status-repository.ts',
  ],
  'scopes are what an API key has, beside its capabilities': ['packages/server/src/kernel/access/access.ts'],
  'notices a change, and decides nothing': ['packages/server/src/app/demo.ts', 'packages/server/src/features/events/events-mqtt-access.ts'],
  'the owner has no grant that could be listed, given or revoked': [
    'packages/server/src/features/sharing/landing/sharing-active-invite.ts',
    'packages/server/src/features/sharing/landing/sharing-standings.ts',
    'packages/server/src/features/sharing/users/sharing-users-service.ts',
  ],
  'edits a grant': [
    'packages/reference-app/src/features/sharing/manage/sharing-grant-fields.tsx',
    'packages/widgets/src/features/sharing/parts/sharing-more.tsx',
    'packages/widgets/src/features/sharing/sharing-draft.ts',
  ],
  'words, badges and icons': [
    'packages/reference-app/src/features/sharing/landing/sharing-landing-terms.ts',
    'packages/reference-app/src/features/sharing/manage/sharing-change-dialog.tsx',
    'packages/reference-app/src/features/sharing/manage/sharing-people.tsx',
    'packages/reference-app/src/features/sharing/manage/sharing-person.tsx',
    'packages/reference-app/src/features/sharing/permissions/sharing-matrix.ts',
    'packages/sdk-core/src/features/sharing/sharing-sentence.ts',
    'packages/server/src/features/add-camera/add-camera-service.ts',
    'packages/server/src/features/sharing/invites/sharing-invite-email-message.ts',
    'packages/server/src/features/sharing/log/sharing-log-viewer.ts',
    'packages/server/src/features/sharing/sharing-changes.ts',
    'packages/server/src/media/live/live-session.ts',
    'packages/widgets/src/features/player/controls/states/state-message.tsx',
  ],
};
const readers = new Set(Object.values(roleReaders).flat());

/** Any use of these decides, or prepares a decision. */
const flags = new Set(['isOwner', 'isFullAccess']);
const platforms = new Set(['Embedded', 'ThirdParty', 'Mobile']);
/** These names also mean other things: only a comparison with one of these values is a decision. */
const roles: ReadonlyMap<string, readonly string[]> = new Map([
  ['access', ['full', 'view']],
  ['role', ['owner', 'full', 'view', 'none']],
  ['viewerKind', ['owner', 'grantee', 'guest', 'embed', 'api-key']],
]);
const ownerNames = new Set(['ownerId', 'owner_id']);

/** Whether a file may read roles and platforms. @param file path from the root */
export function mayReadRoles(file: string): boolean {
  return readers.has(file);
}

/** Returns what a node of the syntax tree reads of a role or a platform; null for anything else, types included. */
export function readRole(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return flags.has(node.name.text) ? node.name.text : null;
  if (ts.isBindingElement(node)) {
    const name = (node.propertyName ?? node.name).getText();
    return flags.has(name) ? name : null;
  }
  if (ts.isStringLiteral(node)) return platforms.has(node.text) && !ts.isLiteralTypeNode(node.parent) ? `'${node.text}'` : null;
  const compared = comparedBy(node);
  if (compared === null) return null;
  const [one, other] = compared;
  return roleOf(one, other) ?? roleOf(other, one);
}

/** The two sides of a comparison, and of a `case`. */
function comparedBy(node: ts.Node): readonly [ts.Expression, ts.Expression] | null {
  if (ts.isCaseClause(node)) return [node.parent.parent.expression, node.expression];
  return ts.isBinaryExpression(node) && /^[=!]==?$/.test(node.operatorToken.getText()) ? [node.left, node.right] : null;
}

/** `access` of `access`, `grant.access` and `grant?.access`, when the other side makes it a role. */
function roleOf(expression: ts.Expression, other: ts.Expression): string | null {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';
  if (ownerNames.has(name)) return other.kind === ts.SyntaxKind.NullKeyword ? null : name;
  return ts.isStringLiteral(other) && roles.get(name)?.includes(other.text) ? name : null;
}
