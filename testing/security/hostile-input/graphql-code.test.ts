import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../start-app.ts';

/**
 * Marks with which a compiler of GraphQL documents (graphql-jit) replaces literals that it writes into code without quotes: an
 * attacker who knew a mark could run code.
 */
const marks = [
  '__MAGIC_MINUS_INFINITY__71d4310a_d4a3_4a05_b1fe_e60779d24998',
  '__MAGIC_PLUS_INFINITY__bb201c39_3333_4695_b4ad_7f1722e7aa7a',
  '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8',
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d',
];

describe('a document', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const send = (query: string) =>
    fetch(`${app.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ query }),
    });

  it('is interpreted and never compiled to code, however often it is sent [security 24]', async () => {
    for (const mark of marks) {
      const literal = `${mark}(globalThis.codeOfCaller=true)`;
      const query = `{ getUserById(id: ${JSON.stringify(literal)}) { id } }`;
      for (let times = 0; times < 3; times += 1) expect((await send(query)).status).toBeLessThan(500);
    }
    expect(globalThis).not.toHaveProperty('codeOfCaller');
  });

  it('reaches no compiler: none is installed [security 24]', () => {
    const lock = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8');
    expect(lock).toContain('node_modules/graphql"');
    expect(lock).not.toMatch(/node_modules\/(graphql-jit|mercurius)"/);
  });
});
