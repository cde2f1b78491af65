import { describe, expect, it } from 'vitest';
import {
  healthRecordFileName,
  pdfFileName,
  plainFileName,
  plainHealthRecordFileName,
} from './plan-file-name.ts';

const margaret = {
  firstName: 'Margaret',
  lastName: 'Citizen',
  version: 3,
  date: '2026-04-02',
  language: 'en',
} as const;
const meiling = { ...margaret, firstName: '美玲', lastName: '陈', language: 'zh' } as const;

describe('the file name of a plan', () => {
  it('contains the name, the words that My Health Record requires, the version and its date [PLAN-03] [R-49]', () => {
    expect(pdfFileName(margaret)).toBe('Margaret Citizen - advance care plan - version 3 - 2026-04-02.pdf');
    expect(plainFileName(margaret)).toBe(pdfFileName(margaret));
  });

  it('is in Chinese and English for a plan in Chinese, and in English for an old browser [R-49]', () => {
    expect(pdfFileName(meiling)).toBe(
      '陈美玲 - 预先护理计划 advance care plan - 第3版 version 3 - 2026-04-02.pdf',
    );
    expect(plainFileName(meiling)).toBe('advance care plan - version 3 - 2026-04-02.pdf');
    expect(plainFileName({ ...margaret, firstName: 'Anaïs', lastName: 'Nguyễn' })).toContain(
      'Anais Nguyen - advance',
    );
  });

  it('differs for each version, also on one day [R-49]', () => {
    expect(pdfFileName({ ...margaret, version: 4 })).not.toBe(pdfFileName(margaret));
  });

  it('contains nothing that a file system, a shell or a header could misinterpret [PLAN-03]', () => {
    const names = (lastName: string, firstName: string) => {
      const plan = { ...margaret, firstName, lastName };
      return [pdfFileName(plan), plainFileName(plan)].map((name) => name.split(' - advance')[0]);
    };
    expect(names('../../etc/passwd', 'a"; filename="x.exe\r\nSet-Cookie: x')).toEqual([
      'a filenamexexe Set-Cookie x etcpasswd',
      'a filenamexexe Set-Cookie x etcpasswd',
    ]);
    expect(names('O’Brien', 'Anne  Marie\u202E\u0000')[0]).toBe('Anne Marie OBrien');
    expect(pdfFileName({ ...margaret, firstName: '', lastName: '...' })).toMatch(/^advance care plan/);
    expect(pdfFileName({ ...margaret, lastName: 'x'.repeat(500) }).length).toBeLessThan(130);
  });

  it('is in English and begins with what the document is for My Health Record, whatever the language of the plan [X-05]', () => {
    expect(healthRecordFileName(margaret)).toBe(
      'Advance care plan - Margaret Citizen - 2026-04-02 - version 3.pdf',
    );
    expect(plainHealthRecordFileName(margaret)).toBe(healthRecordFileName(margaret));
    expect(healthRecordFileName(meiling)).toMatch(
      /^Advance care plan - .*\p{Script=Han}.* - 2026-04-02 - version 3\.pdf$/u,
    );
    expect(plainHealthRecordFileName(meiling)).toBe('Advance care plan - 2026-04-02 - version 3.pdf');
    expect(healthRecordFileName({ ...margaret, lastName: '/../"x' })).not.toMatch(/["/\\]|\.\./);
  });
});
