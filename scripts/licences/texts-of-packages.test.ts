import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { groupByText, licencesPage } from './page.ts';
import { collectNotices, type Bundled } from './texts-of-packages.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wattle-licences-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Installs a package with these files. */
function install(name: string, files: Record<string, string>, repository?: string) {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, repository }));
  for (const [file, content] of Object.entries(files)) write(`node_modules/${name}/${file}`, content);
}

type Entry = { version: string; license?: string; dev?: boolean; optional?: boolean };

const collect = (entries: Record<string, Entry>, bundled: readonly Bundled[] = []) => {
  const packages = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]),
  );
  return collectNotices({
    root,
    lock: { packages: { '': {}, ...packages } },
    bundled,
    missingTexts: [{ name: '@native/*', file: 'texts/mit.txt', copyright: 'Copyright Native' }],
    works: [{ name: 'A font', version: '2', licence: 'OFL-1.1', file: 'texts/ofl.txt' }],
  });
};

beforeEach(() => {
  write('texts/mit.txt', 'Permission');
  write('texts/ofl.txt', 'Font licence');
});

const mit = { version: '1.0.0', license: 'MIT' };

it('takes licences and notices of packages of production, and of packages for development that are bundled', () => {
  install('server', { LICENSE: 'Server licence\r\n', NOTICE: 'Server notice', 'license.js': 'code' });
  install('shown', { 'LICENCE.md': 'Shown licence' });
  install('tool', { LICENSE: 'Tool licence' });
  const development = { ...mit, dev: true };
  const { packages, works, absent } = collect({ tool: development, shown: development, server: mit }, [
    { name: 'shown', version: '1.0.0' },
  ]);
  expect(packages).toEqual([
    { name: 'server', version: '1.0.0', licence: 'MIT', text: 'Server licence\n\nServer notice' },
    { name: 'shown', version: '1.0.0', licence: 'MIT', text: 'Shown licence' },
  ]);
  expect(works).toEqual([{ name: 'A font', version: '2', licence: 'OFL-1.1', text: 'Font licence' }]);
  expect(absent).toEqual([]);
});

it('takes the text from the readme, a package of the same repository, or the list by hand, if there is no file', () => {
  const section = 'Permission is hereby granted. '.repeat(12).trim();
  install('readme', { 'README.md': `# Readme\n\n## License\n\n${section}\n\n## More\n\nmore` });
  install('main', { LICENSE: 'Main licence' }, 'git+https://code.example/main.git');
  install('part', { 'README.md': '## License\n\nMIT' }, 'https://code.example/main');
  install('@native/linux', {});
  const { packages } = collect({ readme: mit, main: mit, part: mit, '@native/linux': mit });
  expect(Object.fromEntries(packages.map(({ name, text }) => [name, text]))).toEqual({
    readme: section,
    main: 'Main licence',
    part: 'Main licence',
    '@native/linux': 'Copyright Native\n\nPermission',
  });
});

it('names a package without a text, and fails for a bundled package that is not in the lock file', () => {
  install('silent', { 'README.md': '## License\n\nMIT' });
  expect(collect({ silent: mit }).silent).toEqual(['silent 1.0.0']);
  expect(() => collect({}, [{ name: 'unknown', version: '3.0.0' }])).toThrow('unknown 3.0.0');
});

it('lists packages for other platforms without a text', () => {
  const { packages, absent } = collect({ '@native/windows': { ...mit, optional: true } });
  expect(packages).toEqual([]);
  expect(absent).toEqual([{ name: '@native/windows', version: '1.0.0', licence: 'MIT' }]);
});

it('renders equal texts once with all their packages, sorted and escaped, without versions, script and inline style', () => {
  const [b, a, c] = [
    { name: 'b', version: '1', licence: 'MIT', text: 'Same  text\nhere' },
    { name: 'a', version: '2', licence: 'MIT', text: 'Same text here' },
    { name: 'c', version: '3', licence: 'ISC', text: '<script>' },
  ] as const;
  expect(groupByText([c, b, a]).map(({ notices }) => notices.map(({ name }) => name))).toEqual([
    ['a', 'b'],
    ['c'],
  ]);
  const page = licencesPage({ packages: [c, b, a], works: [], absent: [], styleSheets: ['/a.css'] });
  expect(page).toContain('<b>a</b>, <b>b</b></span>');
  expect(page.match(/<details>/g)).toHaveLength(2);
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toMatch(/<script|<style| style=/);
});
