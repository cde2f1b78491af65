/**
 * Turns off development checks that some libraries make at every step unless they run in production mode: with them GraphQL takes
 * half as long again for a list. Must be called before any of these libraries is loaded. A value set by the operator is kept.
 */
export function leaveOutLibraryChecks(): void {
  process.env['NODE_ENV'] ??= 'production';
}
