import { startEmbedded } from '../../src/server/db/embedded/embedded.ts';

// A separate process that uses an embedded database, for tests that kill it: folder as argument, address on stdout.
try {
  const embedded = await startEmbedded({ dataDir: process.argv[2] ?? '' });
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ url: embedded.url(), pid: embedded.pid(), reused: embedded.reused }));
  setInterval(() => {}, 1_000);
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
}
