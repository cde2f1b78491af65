import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionVariables, startProductProcess, type ProductProcess } from './product.ts';

/** Requests exactly this address, which `fetch` would normalise. */
async function ask(base: string, path: string, method: string): Promise<number> {
  const { hostname, port } = new URL(base);
  const call = request({ hostname, port, path, method }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

describe('the log of the running server', () => {
  let product: ProductProcess;
  beforeAll(async () => {
    product = await startProductProcess(productionVariables());
  }, 120_000);
  afterAll(() => product.close());

  const paths = (): string[] =>
    product
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('incoming request'))
      .map((line) => JSON.parse(line).req.path);

  const spellings: Record<string, (id: string) => string> = {
    'as printed on the card': (id) => `/acp-login/${id}`,
    'with its PDF': (id) => `/acp-login/${id}/plan.pdf?version=1`,
    'with a second slash': (id) => `//acp-login/${id}`,
    'with a slash at the end': (id) => `/acp-login/${id}/`,
    'in capitals': (id) => `/ACP-LOGIN/${id}`,
    'with an escaped letter': (id) => `/%61cp-login/${id}`,
    'with an escaped slash': (id) => `/acp-login%2F${id}`,
    'with more behind it': (id) => `/acp-login/${id}/more/${id}`,
    'with a path up': (id) => `/api/../acp-login/${id}`,
    'with a semicolon': (id) => `/acp-login;${id}`,
    'as no text': (id) => `/acp-login/${id}%ED%A0%80`,
    'with its host': (id) => `http://wattle.example/acp-login/${id}`,
    'as a file': (id) => `/${id}.js`,
    'of the API': (id) => `/api/${id}`,
  };

  it.each(Object.keys(spellings))(
    'contains the route and never the id of an address written %s [R-09] [security 40]',
    async (spelling) => {
      const id = randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x');
      for (const method of ['GET', 'HEAD', 'POST']) await ask(product.url, spellings[spelling]!(id), method);
      await ask(product.url, '/healthz', 'GET');
      await expect.poll(() => paths().at(-1)).toBe('/healthz');
      expect(product.printed().toLowerCase()).not.toContain(id.toLowerCase());
    },
  );

  it('shows an operator the requested route [R-09]', async () => {
    const before = paths().length;
    for (const path of [
      '/acp-login/abc?v=1',
      '/acp-login/abc/plan.pdf',
      '/api/none',
      '/none',
      '/api/graphql',
    ])
      await ask(product.url, path, 'GET');
    await expect
      .poll(() => paths().slice(before))
      .toEqual(['/acp-login/:shareId', '/acp-login/:shareId/plan.pdf', '/api/*', '/*', '/api/graphql']);
  });
});
