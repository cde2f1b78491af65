import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './processes.ts';

const project = resolve(import.meta.dirname, '../..');

/** The release before the newest migration, in a folder of its own. */
export type EarlierRelease = {
  /** Path of its `main.ts`. */
  program: string;
  commit: string;
  /** Migrations that it does not have. */
  migrations: string[];
};

const migrationsIn = (folder: string) =>
  readdirSync(join(folder, 'migrations')).filter((name) => name.endsWith('.sql'));

const git = (folder: string, ...args: string[]) => run(['git', '-C', project, ...args], folder, null);

/** Why there is no earlier release to start from; null if there is one. */
export async function releaseProblem(folder: string): Promise<string | null> {
  const found = await commitBefore(folder).catch(() => '');
  return found === '' ? 'the project has no history in which an earlier release could be found' : null;
}

/** Returns the commit before the one that added the newest migration. */
async function commitBefore(folder: string): Promise<string> {
  const newest = migrationsIn(project).toSorted().at(-1) ?? '';
  const added = await git(folder, 'log', '--diff-filter=A', '--format=%H', '--', `migrations/${newest}`);
  const [commit = ''] = added.trim().split('\n');
  return (await git(folder, 'rev-parse', `${commit}^`)).trim();
}

/** Writes the earlier release into a folder of the run. It uses this release's packages. */
export async function earlierRelease(folder: string): Promise<EarlierRelease> {
  const commit = await commitBefore(folder);
  const target = join(folder, 'earlier');
  mkdirSync(target);
  const archive = join(folder, 'earlier.tar');
  const parts = ['src/server', 'src/domain', 'migrations', 'documents', 'package.json'];
  await git(folder, 'archive', `--output=${archive}`, commit, ...parts);
  await run(['tar', '-xf', archive, '-C', target], folder, null);
  symlinkSync(join(project, 'node_modules'), join(target, 'node_modules'));
  const theirs = new Set(migrationsIn(target));
  return {
    program: join(target, 'src/server/main.ts'),
    commit: commit.slice(0, 8),
    migrations: migrationsIn(project).filter((name) => !theirs.has(name)),
  };
}
