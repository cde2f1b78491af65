import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { schemaFor } from '../../src/server/config/variables.ts';
import { demoPassword, demoPeople } from '../../src/server/demo/demo-people.ts';
import { node } from '../../scripts/prepare.mjs';
import { all, faultsOf, fileNames, folders, inBackticks, read, root, rowsUnder } from './documents.ts';

describe('commands in the documents', () => {
  it('are scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const ofNpm = ['ci'];
    const named = (text: string) => all(text, /\bnpm (?:run )?([a-z][a-z0-9:-]*)/g);
    expect(faultsOf(named, (name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
    expect(named(read('CONTRIBUTING.md')).length).toBeGreaterThan(10);
  });

  it('name every script of package.json once in CONTRIBUTING', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const rows = rowsUnder('CONTRIBUTING.md', 'Commands')
      .map(([first = '']) => first)
      .join(' ');
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`\`npm (run )?${name}\``).test(rows));
    expect(missing).toEqual([]);
  });
});

describe('files in the documents', () => {
  // "NNNN" and "<feature>" are placeholders.
  const isPattern = (name: string) => /[<>{}*]|NNNN|\.\.\./.test(name);
  const isPath = (name: string) => folders.includes(name.split('/')[0] ?? '') && /^[\w./-]+$/.test(name);

  it('exist where they are named by their path', () => {
    const named = (text: string) => inBackticks(text).filter((name) => isPath(name) && !isPattern(name));
    expect(faultsOf(named, (name) => !existsSync(join(root, name)))).toEqual([]);
    expect(named(read('docs/security.md')).length).toBeGreaterThan(50);
  });

  it('exist somewhere where they are named by their name alone', () => {
    const named = (text: string) =>
      inBackticks(text).filter(
        (name) => /^[\w.-]+\.(ts|tsx|mjs|md|sql|typ|tsv|graphql)$/.test(name) && !isPattern(name),
      );
    expect(faultsOf(named, (name) => !fileNames.has(name))).toEqual([]);
  });

  it('exist where a link points, and contain its anchor', () => {
    const anchorsOf = (text: string) =>
      all(text, /^#+ (.+)$/gm).map((title) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
    const links = (text: string) => all(text, /\]\(([^)\s]+)\)/g).filter((link) => !link.includes('://'));
    const isWrong = (link: string, file: string) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    };
    expect(faultsOf(links, isWrong)).toEqual([]);
  });

  it('exist where the tree of ARCHITECTURE shows them', () => {
    const tree = /## Tree\s+```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
    const wrong: string[] = [];
    let parent = '';
    for (const line of tree.split('\n')) {
      // Names come before their description, which never has a slash or a dot inside a word.
      const [names = ''] = /^\s*(?:[\w-]+[/.][\w./-]*,?(?:\s+|$))+/.exec(line) ?? [];
      const paths = names
        .trim()
        .split(/[\s,]+/)
        .filter(Boolean);
      const isChild = line.startsWith('  ');
      if (!isChild) parent = paths[0] ?? '';
      wrong.push(...paths.filter((path) => !existsSync(join(root, isChild ? parent : '', path))));
    }
    expect(wrong).toEqual([]);
    expect(tree.split('\n').length).toBeGreaterThan(30);
  });

  it('that are images exist, and have a text alternative', () => {
    const pictures = all(read('README.md'), /(<img [^>]+>)/g);
    const missing = pictures.filter((tag) => !existsSync(join(root, /src="([^"]+)"/.exec(tag)?.[1] ?? '')));
    expect(missing).toEqual([]);
    expect(pictures.filter((tag) => !/alt="[^"]{20,}"/.test(tag))).toEqual([]);
    expect(pictures.length).toBeGreaterThan(0);
  });
});

describe('environment variables', () => {
  const variable = /^[A-Z][A-Z0-9_]+$/;
  const rows = rowsUnder('docs/operations/README.md', 'Environment').map(([names = '', ...rest]) => ({
    names: all(names, /`([^`]+)`/g),
    rest,
  }));
  const inOperations = rows.flatMap(({ names }) => names);
  const known = ['APP_ENV', ...Object.keys(schemaFor('prod', {}).shape)];

  it('match the variables that the server reads, in docs/operations/README.md', () => {
    expect(inOperations.toSorted()).toEqual(known.toSorted());
    expect(known.length).toBeGreaterThan(20);
  });

  it('are called required there if and only if production does not start without them', () => {
    let complaint = '';
    try {
      readConfig({ APP_ENV: 'prod' });
    } catch (error) {
      if (error instanceof ConfigError) complaint = error.message;
    }
    const required = all(complaint, /^ {2}([A-Z_]+) /gm);
    const said = rows
      .filter(({ rest: [value = ''] }) => value.startsWith('required'))
      .flatMap(({ names }) => names);
    expect(said.toSorted()).toEqual(required.toSorted());
    const inReadme = rowsUnder('README.md', 'Configuration').flatMap(([names = '']) =>
      all(names, /`([^`]+)`/g),
    );
    expect(required.filter((name) => !inReadme.includes(name))).toEqual([]);
  });

  it('have the default that the table gives', () => {
    const config = readConfig({ APP_ENV: 'test', WATTLE_KEYS: `test:${'A'.repeat(43)}=` });
    const valueOf = (name: string) =>
      rows.find(({ names }) => names.includes(name))?.rest[0]?.replaceAll('`', '');
    const { company } = config;
    const found = [
      config.port,
      company.hostingPlace,
      company.paymentCompany,
      company.smsCompany,
      company.mailCompany,
      company.overseasCountries,
    ];
    const names = [
      'PORT',
      'HOSTING_PLACE',
      'PAYMENT_COMPANY',
      'SMS_COMPANY',
      'MAIL_COMPANY',
      'OVERSEAS_COUNTRIES',
    ];
    expect(names.map(valueOf)).toEqual(found.map(String));
  });

  it('are known if a document names one with an underscore', () => {
    // Variables of the tests, the benchmarks and Node, not of the server.
    const others = ['BENCH_POSTGRAPHILE', 'CHROME_PATH', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'];
    const stored = new Set(Object.keys(catalogue.en).flatMap((key) => key.split('.')));
    const named = (text: string) =>
      inBackticks(text).filter((name) => variable.test(name) && name.includes('_'));
    expect(faultsOf(named, (name) => ![...known, ...others].includes(name) && !stored.has(name))).toEqual([]);
  });
});

it('the files generated from the API match the output of npm run schema', () => {
  const args = [join(root, 'scripts/schema.ts'), '--check'];
  const { status, stderr } = spawnSync(node, args, { encoding: 'utf8', env: {} });
  expect([status, stderr]).toEqual([0, '']);
});

it('the demo people of the README match the demo accounts that are created', () => {
  const readme = read('README.md');
  const named = rowsUnder('README.md', 'Demo people').map(([address = '']) => address.replaceAll('`', ''));
  expect(named).toEqual(demoPeople.map(({ email }) => email));
  expect(
    [...new Set(all(readme, /([\w.-]+@demo\.example)/g))].filter((address) => !named.includes(address)),
  ).toEqual([]);
  expect(readme).toContain(`\`${demoPassword}\``);
});

it('docs/to-verify.md names texts that exist', () => {
  const keys = Object.keys(catalogue.en);
  const isText = (name: string) => {
    if (name.endsWith('*')) return keys.some((key) => key.startsWith(name.slice(0, -1)));
    return name in catalogue.en || `${name}_other` in catalogue.en;
  };
  const named = inBackticks(read('docs/to-verify.md')).filter((name) =>
    /^\w+(\.\w+)*(\.\w+|\.\*)$/.test(name),
  );
  expect(named.filter((name) => !isText(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(80);
});

it('docs/to-verify.md and the consent texts say that they have not been reviewed', () => {
  expect(read('docs/to-verify.md')).toMatch(
    /No clinician, lawyer, accountant or accredited translator has reviewed/,
  );
  expect(catalogue.en['consent.draftLine']).toMatch(/^Draft for legal review/);
});

describe('the documents do not depend on a machine', () => {
  it('name no folder of a machine and no package registry', () => {
    const places = /(?:^|[\s`"'(])((?:\/(?:home|root|work|tmp|Users|var|opt|mnt)\/|[A-Z]:\\)\S*)/gm;
    const hosts =
      /\b((?:registry\.|npmjs|yarnpkg|jsdelivr|unpkg|artifactory|pypi|crates\.io|proxy\.golang)[\w.-]*)/g;
    expect(
      faultsOf(
        (text) => [...all(text, places), ...all(text, hosts)],
        () => true,
      ),
    ).toEqual([]);
  });

  it('contain no open tasks', () => {
    expect(
      faultsOf(
        (text) => all(text, /\b(TODO|FIXME|TBD|coming soon|lorem ipsum)\b/gi),
        () => true,
      ),
    ).toEqual([]);
  });
});
