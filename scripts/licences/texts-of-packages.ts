import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MissingText, Work } from './by-hand.ts';

/** An entry of `packages` in package-lock.json. */
type LockEntry = { name?: string; version?: string; license?: string; dev?: boolean };

export type Lock = { packages: Readonly<Record<string, LockEntry>> };

/** A package or work with its whole licence text. */
export type Notice = { name: string; version: string; licence: string; text: string };

/** A package of the lock file that is not in this build, because it is for another platform. */
export type Absent = Omit<Notice, 'text'>;

type Package = Absent & { folder: string };

const textFile =
  /^(un)?(licen[cs]e|copying|copyright|notice|third[-_ ]?party)[^.]*(\.(md|txt|mit|apache|bsd))?$/i;

const readmeFile = /^readme(\.(md|markdown|txt))?$/i;

const read = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

/** Returns the section about the licence in a readme; undefined if it has none or only names the licence. */
function sectionOf(readme: string): string | undefined {
  const [, section = ''] = /^#+ *licen[cs](?:e|ing)\b.*\n([^]*?)(?=^#+ |(?![^]))/im.exec(readme) ?? [];
  return section.length > 300 ? section.trim() : undefined;
}

/** Returns the licence texts and notices in a package's own folder. */
function ownTexts(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isFile() ? each.name : [],
  );
  const files = names.filter((name) => textFile.test(name)).toSorted();
  if (files.length > 0) return files.map((name) => read(join(folder, name)));
  const readme = names.find((name) => readmeFile.test(name));
  return [readme && sectionOf(read(join(folder, readme)))].filter((text) => text !== undefined);
}

function repositoryOf(folder: string): string | undefined {
  const { repository } = JSON.parse(read(join(folder, 'package.json'))) as {
    repository?: string | { url?: string };
  };
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+|\.git$/g, '').toLowerCase();
}

const isNamed = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const byHandText = (root: string, { file, copyright }: MissingText | Work) =>
  [copyright, read(join(root, file))].filter((part) => part !== undefined).join('\n\n');

/**
 * Returns the packages of the lock file that production needs or the browser loads.
 *
 * @throws Error with the name of a bundled package that the lock file does not have.
 */
function shippedPackages(root: string, lock: Lock, bundled: readonly Bundled[]): Package[] {
  const all = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version = '', license = '', dev = false }]) => ({
      dev,
      name: name ?? path.split('node_modules/').at(-1)!,
      version,
      licence: license,
      folder: join(root, path),
    }));
  const isBundled = (each: Absent) =>
    bundled.some(({ name, version }) => name === each.name && (!version || version === each.version));
  for (const { name, version = '' } of bundled)
    if (!all.some((each) => each.name === name && (!version || version === each.version)))
      throw new Error(`The lock file does not have ${name} ${version}, which the browser loads.`);
  return all.filter((each) => !each.dev || isBundled(each)).map(({ dev: _, ...rest }) => rest);
}

/** A package that the browser loads; without a version, every version of the lock file. */
export type Bundled = { name: string; version?: string };

const keyOf = ({ name, version }: Absent) => `${name}\0${version}`;

/**
 * Collects the licence texts of everything that is shipped. A package without a text of its own has that of another installed
 * package of the same repository and licence, or one listed by hand.
 *
 * `silent` has the names of installed packages for which no text was found: they have an empty text.
 */
export function collectNotices(options: {
  root: string;
  lock: Lock;
  bundled: readonly Bundled[];
  missingTexts: readonly MissingText[];
  works: readonly Work[];
}): { packages: Notice[]; works: Notice[]; absent: Absent[]; silent: string[] } {
  const { root, lock, bundled, missingTexts, works } = options;
  const shipped = [
    ...new Map(shippedPackages(root, lock, bundled).map((each) => [keyOf(each), each])).values(),
  ].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const installed = shipped
    .filter(({ folder }) => existsSync(join(folder, 'package.json')))
    .map((each) => ({ ...each, own: ownTexts(each.folder), repository: repositoryOf(each.folder) }));
  const packages = installed.map(({ name, version, licence, own, repository }) => {
    const byHand = missingTexts
      .filter((each) => isNamed(each.name, name))
      .map((each) => byHandText(root, each));
    const found = [...own, ...byHand];
    const sibling = installed.find(
      (each) => each.own.length > 0 && each.repository === repository && each.licence === licence,
    );
    const texts = found.length === 0 && repository !== undefined && sibling ? sibling.own : found;
    return { name, version, licence, text: texts.join('\n\n') };
  });
  const names = new Set(installed.map(keyOf));
  return {
    packages,
    silent: packages.filter(({ text }) => text === '').map(({ name, version }) => `${name} ${version}`),
    works: works.map((work) => {
      const { name, version, licence } = work;
      return { name, version, licence, text: byHandText(root, work) };
    }),
    absent: shipped
      .filter((each) => !names.has(keyOf(each)))
      .map(({ name, version, licence }) => ({ name, version, licence })),
  };
}
