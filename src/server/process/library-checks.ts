/**
 * Turns off the development checks of some libraries, which run at every step outside production mode: with them GraphQL takes 50
 * per cent longer for a list. Must be called before any of these libraries is loaded. Keeps a value set by the operator.
 */
export function leaveOutLibraryChecks(): void {
  process.env['NODE_ENV'] ??= 'production';
}
