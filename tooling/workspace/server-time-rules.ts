import ts from 'typescript';

/** Files that may read this device's clock, by the reason. All other code of clients asks the server's: a device may be hours off. */
export const deviceClockReaders: Readonly<Record<string, readonly string[]>> = {
  'it is the server’s clock': ['packages/sdk-core/src/kernel/timing/server-clock.ts'],
  'a duration across page loads, stored by the clock that measures it': [
    'packages/reference-app/src/features/account/account-delete-dialog.tsx',
    'packages/reference-app/src/features/account/account-email-change.ts',
    'packages/reference-app/src/features/session/session-email-step.tsx',
    'packages/reference-app/src/features/session/session-prepare.ts',
    'packages/reference-app/src/features/session/session-sign-in-screen.tsx',
    'packages/reference-app/src/shared/code/code-resend.tsx',
    'packages/sdk-core/src/features/notifications/notifications-connection.ts',
    'packages/sdk-core/src/features/session/session-store.ts',
    'packages/sdk-core/src/features/session/session.ts',
  ],
  'the page has no client, or it has not answered yet': [
    'packages/reference-app/src/shared/live/now.ts',
    'packages/widgets/src/features/player/player-snapshot-element.ts',
  ],
  'turns the time that a library noted into the server’s': ['packages/reference-app/src/shared/live/known-until.ts'],
  'for a program that compares it with its own clock': [
    'packages/sdk-core/src/features/session/session-device-code.ts',
    'packages/sdk-core/src/webhooks.ts',
  ],
};
const readers = new Set(Object.values(deviceClockReaders).flat());

/** Whether a file is a client's code that must take the time from the server. @param file path from the root */
export function needsServerTime(file: string): boolean {
  return /^packages\/(sdk-core|widgets|reference-app)\/src\//.test(file) && !readers.has(file);
}

/** Returns what a node of the syntax tree reads the device's wall clock with; null for anything else, durations by `monotonic` included. */
export function readsDeviceClock(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'now' && isDeviceClock(node.expression)) return node.getText();
  if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === 'now') {
    const { initializer } = ts.isVariableDeclaration(node.parent.parent) ? node.parent.parent : {};
    return initializer && isDeviceClock(initializer) ? `now of ${initializer.getText()}` : null;
  }
  return null;
}

/** `clock`, `systemClock`, `options.clock`, `Date`; not `serverClock`. */
function isDeviceClock(expression: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  return name === 'Date' || (/clock$/i.test(name) && name !== 'serverClock');
}
