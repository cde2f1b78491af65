/** Returns the address in a printed code: the emergency page, with the version on the paper (D-09). */
export function codeAddress(
  publicUrl: string,
  shareId: string,
  version: number,
  source: 'card' | 'pdf',
): string {
  return `${publicUrl}/acp-login/${shareId}?v=${version}${source === 'pdf' ? '&from=pdf' : ''}`;
}
