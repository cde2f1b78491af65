import { expect, it } from 'vitest';
import { logoEndings, logoProblem, logoTypeOf } from './logo-file.ts';

const messageFor = (name: string, size = 1_000) => logoProblem({ name, size })?.message;

it.each(['logo.jpg', 'Logo.JPEG', 'our logo.png', '标志.webp', 'a.b.bmp'])(
  'accepts %s as a logo [PROV-27]',
  (name) => {
    expect(messageFor(name)).toBeUndefined();
  },
);

it.each(['logo.svg', 'logo.gif', 'logo.pdf', 'logo.png.exe', 'logo.constructor'])(
  'refuses the type of %s [PROV-27]',
  (name) => {
    expect(messageFor(name)).toBe('error.file_type_not_allowed');
  },
);

it.each([
  '',
  'logo',
  '.png',
  ' .png',
  '..png',
  '../logo.png',
  'C:\\logo.png',
  'lo\u0000go.png',
  'gnp\u202E.png',
])('refuses the name %j, which is empty or not safe [PROV-29]', (name) => {
  expect(messageFor(name)).toBe('error.file_name_not_supported');
});

it('reports the error at the field, with the accepted types and size [PROV-27] [PROV-28]', () => {
  const params = { types: 'JPG, PNG, WebP, BMP', limit: '2 MB' };
  expect(logoProblem({ name: 'logo.svg', size: 1 })).toEqual({
    field: 'logo',
    message: 'error.file_type_not_allowed',
    params,
  });
  expect(logoEndings.split(',').map(logoTypeOf)).toEqual([
    'image/jpeg',
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/bmp',
  ]);
  for (const name of ['logo.', 'logo.png.']) expect(messageFor(name)).toBe('error.file_type_not_allowed');
  expect(messageFor('logo..png')).toBeUndefined();
});

it('accepts 2097152 bytes and not one more [PROV-28]', () => {
  expect(messageFor('logo.png', 2_097_152)).toBeUndefined();
  expect(messageFor('logo.png', 2_097_153)).toBe('error.file_size_too_large');
});
