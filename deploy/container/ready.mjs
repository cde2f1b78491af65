// Health check of the container: exit code 0 when this server is ready, 1 while it starts, drains or does not fit the database.
const port = process.env.PORT || '3000';

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
