import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';

/** Returns the address in `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::7`, `[2001:db8::7]` or `[2001:db8::7]:4711`, or null. */
function addressIn(entry: string): string | null {
  const text = entry.trim();
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(address) === 0 ? null : address;
}

/**
 * Returns the readable part of an X-Forwarded-For header, read from the right, because the nearest proxy appends there. Ports are
 * removed: some proxies add one, and it differs for each connection. Entries to the left of an invalid address are dropped.
 */
export function readableForwarded(header: string): string {
  const read: string[] = [];
  for (const entry of header.split(',').toReversed()) {
    const address = addressIn(entry);
    if (address === null) break;
    read.push(address);
  }
  return read.toReversed().join(', ');
}

/**
 * Makes `request.ip` a valid address in every case: that of the first sender outside the trusted proxies. Must be registered
 * before everything that counts by address.
 */
export function registerClientAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for'];
    if (typeof header === 'string') raw.headers['x-forwarded-for'] = readableForwarded(header);
  });
}
