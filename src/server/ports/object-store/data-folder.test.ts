import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

const done = vi.hoisted((): string[] => []);
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return {
    ...fs,
    async open(...given: Parameters<typeof fs.open>) {
      const file = await fs.open(...given);
      const { sync, datasync } = file;
      file.sync = () => (done.push(`sync ${String(given[0])}`), sync.call(file));
      file.datasync = () => (done.push(`sync ${String(given[0])}`), datasync.call(file));
      return file;
    },
    rename: (from: string, to: string) => (done.push(`rename ${to}`), fs.rename(from, to)),
  };
});

const { dataFolderStore } = await import('./data-folder.ts');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattle-objects-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void done.splice(0));

async function* content() {
  yield Buffer.from('x');
}

it('an object is stored only after its content, its name and its new folders are on the disk', async () => {
  const store = dataFolderStore(folder, { reserve: 0 });
  const id = randomUUID();
  const [one, two] = [`files/${id}/${randomUUID()}`, `files/${id}/${randomUUID()}`];
  const [first, second] = [join(folder, one), join(folder, two)];
  await store.put(one, content(), 1);
  const kept = (path: string) => [`sync ${path}.part`, `rename ${path}`, `sync ${dirname(path)}`];
  const made = [dirname(dirname(first)), folder].map((path) => `sync ${path}`);
  expect(done.slice(0, 2)).toEqual(kept(first).slice(0, 2));
  expect(done.slice(2).toSorted()).toEqual([...kept(first).slice(2), ...made].toSorted());
  done.splice(0);
  await store.put(two, content(), 1);
  expect(done).toEqual(kept(second));
});

it('space reserved for the database is refused to files, but not to the mark without which no mail is sent [S-81]', async () => {
  const store = dataFolderStore(folder, { reserve: Number.MAX_SAFE_INTEGER });
  await expect(store.put(`files/${randomUUID()}/${randomUUID()}`, content(), 1)).rejects.toMatchObject({
    code: 'full',
  });
  await store.put(`installation/${randomUUID()}`, content(), 1);
});
