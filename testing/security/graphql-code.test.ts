import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../start-app.ts';

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

  it('is read and never made into code, however often it comes [security 24]', async () => {
    const marks = await marksOfCompiler();
    expect(marks).not.toEqual([]);
    for (const mark of marks) {
      const literal = `${mark}(globalThis.codeOfCaller=true)`;
      const query = `{ getUserById(id: ${JSON.stringify(literal)}) { id } }`;
      for (let times = 0; times < 3; times += 1) expect((await send(query)).status).toBeLessThan(500);
    }
    expect(globalThis).not.toHaveProperty('codeOfCaller');
  });
});

/**
 * How the compiler that the GraphQL server could switch on marks literals to be written into code without quotes: whoever
 * knows a mark has code run.
 */
async function marksOfCompiler(): Promise<string[]> {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', 'graphql-jit', 'dist');
  const source = await readFile(join(folder, 'execution.js'), 'utf8');
  return [...source.matchAll(/const MAGIC_\w+ = "([^"]+)"/g)].map(([, mark]) => mark as string);
}
