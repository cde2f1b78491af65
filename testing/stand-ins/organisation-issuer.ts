import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type JWK } from 'oidc-provider';

/** An ID token before it is signed, which a test may change. */
export type IdToken = { header: Record<string, unknown>; claims: Record<string, unknown> };

/** A real issuer of OpenID Connect on this machine, in which people are signed in without a password. */
export type OrganisationIssuer = {
  url: string;
  client_id: string;
  client_secret: string;
  /** Sets the subject of the next sign-in. */
  signIn: (subject: string) => void;
  /** Removes a person from the issuer. */
  remove: (subject: string) => void;
  /** Replaces the signing key. */
  rotateKey: () => void;
  /** Changes every ID token from now on, and signs it again with the issuer's key unless `alg` is `none`. */
  tamper: (change: ((token: IdToken) => void) | null) => void;
  /** Requests that the issuer received, by path. */
  asked: string[];
  /** Fields that replace those of the metadata. */
  discovery: Record<string, unknown>;
  /** Whether requests get no answer. */
  isSilent: boolean;
  close: () => Promise<void>;
};

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK;
  return { kid, privateKey, jwk };
}

/** Applies a change to an ID token and signs the result. */
function changed(idToken: string, change: (token: IdToken) => void, key: KeyObject): string {
  const [header, claims] = idToken
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(String(Buffer.from(part, 'base64url'))) as Record<string, unknown>);
  const token = { header: header!, claims: claims! };
  change(token);
  const signed = `${base64url(token.header)}.${base64url(token.claims)}`;
  if (token.header['alg'] === 'none') return `${signed}.`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Changes the JSON of a response before it is sent. */
function rewriting(
  response: ServerResponse,
  change: (body: Record<string, unknown>) => void,
): ServerResponse {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    const body = JSON.parse(String(text)) as Record<string, unknown>;
    change(body);
    const written = JSON.stringify(body);
    response.setHeader('content-length', Buffer.byteLength(written));
    return end(written);
  }) as typeof response.end;
  return response;
}

type Client = { client_id: string; client_secret: string; redirect_uris: string[] };

const configuration = (client: Client, key: JWK, removed: ReadonlySet<string>): Configuration => ({
  clients: [
    {
      ...client,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['test'] },
  scopes: ['openid', 'offline_access'],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  issueRefreshToken: async () => true,
  ttl: { Session: 3600, Grant: 3600, Interaction: 600, RefreshToken: 86_400, AccessToken: 600, IdToken: 600 },
  findAccount: (_, accountId) =>
    removed.has(accountId) ? undefined : { accountId, claims: () => ({ sub: accountId }) },
  async loadExistingGrant({ oidc }) {
    const { client: asking, session, provider } = oidc;
    const grant = new provider.Grant({
      clientId: asking?.clientId ?? '',
      accountId: session?.accountId ?? '',
    });
    grant.addOIDCScope('openid offline_access');
    await grant.save();
    return grant;
  },
});

/** Starts an issuer with one client, on a free port of 127.0.0.1. */
export async function startOrganisationIssuer({
  redirectUris,
}: {
  redirectUris: string[];
}): Promise<OrganisationIssuer> {
  const client = { client_id: `wattle-${randomBytes(4).toString('hex')}`, client_secret: 'a+b/c=d%e secret' };
  const removed = new Set<string>();
  let subject = 'nobody';
  let change: ((token: IdToken) => void) | null = null;
  let key = newKey();
  let provider: Provider;
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const build = () => {
    const made = new Provider(
      url,
      configuration({ ...client, redirect_uris: redirectUris }, key.jwk, removed),
    );
    made.on('server_error', (_, error) => console.error(error));
    return made;
  };
  provider = build();
  const issuer: OrganisationIssuer = {
    ...{ url, ...client, asked: [], discovery: {}, isSilent: false },
    signIn: (to) => void (subject = to),
    remove: (who) => void removed.add(who),
    rotateKey() {
      key = newKey();
      provider = build();
    },
    tamper: (how) => void (change = how),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url?.split('?')[0] ?? '';
    issuer.asked.push(path);
    if (issuer.isSilent) return;
    if (path.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: subject } });
    if (path === '/.well-known/openid-configuration')
      rewriting(response, (body) => Object.assign(body, issuer.discovery));
    if (path === '/token' && change) {
      const apply = change;
      rewriting(response, (body) => {
        if (typeof body['id_token'] === 'string')
          body['id_token'] = changed(body['id_token'], apply, key.privateKey);
      });
    }
    await provider.callback()(request, response);
  }
  return issuer;
}

/** Follows a browser through an issuer, from the address where Wattle sent it to the address to which it is sent back. */
export async function throughIssuer(address: string, cookies = new Map<string, string>()): Promise<string> {
  const { origin } = new URL(address);
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    await response.body?.cancel();
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`The issuer answered ${response.status} at ${new URL(next).pathname}`);
    next = new URL(location, next).href;
    if (new URL(next).origin !== origin) return next;
  }
  throw new Error('The issuer does not stop redirecting');
}
