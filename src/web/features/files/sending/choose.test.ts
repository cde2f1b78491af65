import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileCategory } from '../../../../domain/files/categories.ts';
import { filesAtOnce } from '../../../../domain/files/limits.ts';
import { choose } from './choose.ts';
import { fileOf } from './fake-server.fixture.ts';
import { ruleOf } from './rule.ts';

const rule = (category: FileCategory) => ruleOf(category, () => 'the types');
const named = (name: string, size = 10) => ({ name, size });
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

describe('choosing files', () => {
  it('ignores a file of the same name and size, chosen before or twice at once [UPLOAD-02]', () => {
    const before = [{ file: named('will.pdf') }];
    const given = [named('will.pdf'), named('will.pdf', 11), named('letter.pdf'), named('letter.pdf')];
    const { kept, added, duplicates, tooMany } = choose(before, given, rule('ADDITIONAL_DOCUMENT'));
    expect(kept).toEqual(before);
    expect(added).toEqual([named('will.pdf', 11), named('letter.pdf')]);
    expect(duplicates).toEqual(['will.pdf', 'letter.pdf']);
    expect(tooMany).toBe(false);
  });

  it.each([
    ['ACP', ['a.pdf'], ['a.docx', 'a.jpg', 'a.mp4', 'a.pdf.exe']],
    [
      'ADDITIONAL_DOCUMENT',
      ['a.pdf', 'b.JPEG', 'c.jpg', 'd.PNG', 'e.doc'],
      ['a.heic', 'a.svg', 'a.html', 'a.docm', 'a.zip', 'a.mp4'],
    ],
    ['ADDITIONAL_DOCUMENT', ['f.docx'], []],
    ['WISHES', ['a.mp4'], ['a.avi', 'a.pdf']],
    ['WISHES', ['a.MOV'], []],
  ] as const)('for %s takes %j and rejects %j, naming each [UPLOAD-05, GAP-62]', (category, good, bad) => {
    const { added, refused } = choose(
      [],
      [...good, ...bad].map((name) => named(name)),
      rule(category),
    );
    expect(names(added)).toEqual(good);
    expect(refused).toEqual(
      bad.map((name) => ({
        name,
        problem: {
          field: 'file',
          message: 'error.notSupported',
          params: { file: name, types: 'the types' },
        },
      })),
    );
  });

  it.each([
    ['will..pdf', 'error.file.nameDots'],
    ['a/will.pdf', 'error.file.nameSlash'],
    ['a\\will.pdf', 'error.file.nameSlash'],
    ['  ', 'error.file.nameEmpty'],
    ['will', 'error.file.nameNoExtension'],
  ] as const)('rejects %j with %s [UPLOAD-09, UPLOAD-10, UPLOAD-11, UPLOAD-12]', (name, message) => {
    const { added, refused } = choose([], [named(name)], rule('ACP'));
    expect(added).toEqual([]);
    expect(refused).toMatchObject([{ name, problem: { message } }]);
  });

  it('rejects an empty file, a file larger than 25 MB, and a video larger than 500 MB [GAP-62]', () => {
    const mb = 1024 * 1024;
    const problem = (category: FileCategory, name: string, size: number) =>
      choose([], [named(name, size)], rule(category)).refused[0]?.problem.message;
    expect(problem('ACP', 'a.pdf', 0)).toBe('error.file.empty');
    expect(problem('ACP', 'a.pdf', 25 * mb)).toBeUndefined();
    expect(problem('ACP', 'a.pdf', 25 * mb + 1)).toBe('error.file_size_too_large');
    expect(problem('WISHES', 'a.mp4', 500 * mb)).toBeUndefined();
    expect(problem('WISHES', 'a.mp4', 500 * mb + 1)).toBe('error.file_size_too_large');
  });

  it.each([
    ['ACP', 1],
    ['WISHES', 1],
    ['ADDITIONAL_DOCUMENT', 5],
  ] as const)('with too many files for %s keeps the latest %i [UPLOAD-07, GAP-62]', (category, most) => {
    expect(filesAtOnce[category]).toBe(most);
    const end = category === 'WISHES' ? 'mp4' : 'pdf';
    const before = Array.from({ length: most }, (_, at) => ({ file: named(`old-${at}.${end}`) }));
    const { kept, added, tooMany } = choose(before, [named(`new.${end}`)], rule(category));
    expect(names(added)).toEqual([`new.${end}`]);
    expect(kept).toEqual(before.slice(1));
    expect(tooMany).toBe(true);
  });

  it('always keeps the latest files up to the limit, each once [UPLOAD-02, UPLOAD-07]', () => {
    const files = fc.array(
      fc.record({
        name: fc.constantFrom('a.pdf', 'b.pdf', 'c.pdf', 'd.exe'),
        size: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(files, { maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (turns, maxCount) => {
        const { problemOf } = rule('ACP');
        const all: { name: string; size: number }[] = [];
        let chosen: { file: { name: string; size: number } }[] = [];
        for (const given of turns) {
          const { kept, added } = choose(chosen, given, { maxCount, problemOf });
          // A file that was left out because of the limit may be chosen again: then it is new.
          for (const file of added) all.push(file);
          chosen = [...kept, ...added.map((file) => ({ file }))];
        }
        expect(chosen.map(({ file }) => file)).toEqual(all.slice(-chosen.length || all.length));
        expect(chosen.length).toBeLessThanOrEqual(maxCount);
        expect(new Set(chosen.map(({ file }) => `${file.name} ${file.size}`)).size).toBe(chosen.length);
        expect(chosen.every(({ file }) => file.name.endsWith('.pdf'))).toBe(true);
      }),
    );
  });
});

describe('the content of a file', () => {
  const inside = (name: string, text: string) =>
    rule('ACP')
      .problemOfContent(new File([text], name))
      .then((problem) => problem?.message);

  it('must match the name, before the file is sent [D-20]', async () => {
    expect(await inside('a.pdf', '%PDF-1.7\n')).toBeUndefined();
    expect(await inside('a.pdf', '<html>')).toBe('error.file.contentDiffers');
  });

  it('must still be readable: a file may be moved after it was chosen', async () => {
    const gone = fileOf('a.pdf', 10);
    gone.slice = () =>
      ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as never;
    expect((await rule('ACP').problemOfContent(gone))?.message).toBe('error.fileValidation');
  });
});
