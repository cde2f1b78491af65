/** Returns the address in a printed code: the emergency page, with the version on the paper (D-09), or without one for 0. */
export function codeAddress(
  publicUrl: string,
  shareId: string,
  version: number,
  source: 'card' | 'pdf',
): string {
  const page = `${publicUrl}/acp-login/${shareId}`;
  return version === 0 ? page : `${page}?v=${version}${source === 'pdf' ? '&from=pdf' : ''}`;
}
