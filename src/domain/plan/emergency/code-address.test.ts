import { expect, it } from 'vitest';
import { codeAddress } from './code-address.ts';

it('leads from a printed code to the emergency page, with the version on the paper, and marks those from a PDF [D-09]', () => {
  expect(codeAddress('https://wattle.example', 'abc', 7, 'card')).toBe(
    'https://wattle.example/acp-login/abc?v=7',
  );
  expect(codeAddress('https://wattle.example', 'abc', 7, 'pdf')).toBe(
    'https://wattle.example/acp-login/abc?v=7&from=pdf',
  );
});
