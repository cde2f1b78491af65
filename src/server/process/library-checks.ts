/**
 * Some libraries check at every step what only a programmer can get wrong, unless they are told that they run in earnest: GraphQL
 * takes half as long again for a list. To be called before any of them is loaded. What the operator chose stays.
 */
export function leaveOutLibraryChecks(): void {
  process.env['NODE_ENV'] ??= 'production';
}
