const base = 'https://wattle.invalid';

/**
 * Returns the path to go to after signing in. Only a path of this site is accepted: a path that could lead to another site, or
 * back to signing in, becomes the dashboard.
 */
export function safeReturnPath(wanted: unknown): string {
  const fallback = '/dashboard';
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return fallback;
  // A browser reads "//host", "/\host" and control characters inside as another site's address.
  // oxlint-disable-next-line no-control-regex
  if (/^\/[/\\]/.test(wanted) || /[\u0000-\u001F\u007F\\]/.test(wanted)) return fallback;
  let url: URL;
  try {
    url = new URL(wanted, base);
  } catch {
    return fallback;
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  if (
    /^\/(login|signup|forgot-password|reset-password|verify-email|legacyuser|api|dev)(\/|$)/.test(
      url.pathname,
    )
  )
    return fallback;
  return url.pathname + url.search + url.hash;
}
