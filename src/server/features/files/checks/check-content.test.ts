import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { FileKind } from '../../../../domain/files/file-types.ts';
import { problemOfContent } from './check-content.ts';
import { readerOf } from './file-reader.ts';
import { bombOf, docOf, docxOf, pdfOf, pictureOf, videoOf } from './sample-files.fixture.ts';

const problemOf = (kind: FileKind, content: Buffer) => problemOfContent(kind, readerOf(content));

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const page = Buffer.from('<!doctype html><script>alert(1)</script>');

/** Returns a copy of the archive with changed bytes. */
function patched(content: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(content);
  change(copy);
  return copy;
}

const tableAt = (archive: Buffer) => archive.readUInt32LE(archive.length - 22 + 16);

describe('the content of a file', () => {
  it('is accepted if it matches the name [UPLOAD-05, D-20]', async () => {
    expect(await problemOf('pdf', pdfOf())).toBeNull();
    expect(await problemOf('pdf', Buffer.concat([pdfOf(), Buffer.alloc(4_000)]))).toBeNull();
    expect(await problemOf('docx', docxOf())).toBeNull();
    expect(await problemOf('docx', docxOf({ 'word/media/image1.png': await pictureOf('png') }))).toBeNull();
    expect(await problemOf('doc', docOf())).toBeNull();
    expect(await problemOf('video', videoOf())).toBeNull();
    expect(await problemOf('video', videoOf({ brand: 'qt  ', size: 100_000 }))).toBeNull();
    expect(await problemOf('jpeg', await pictureOf('jpeg'))).toBeNull();
    expect(await problemOf('png', await pictureOf('png'))).toBeNull();
  });

  it('is refused if the name has another type [security 33]', async () => {
    const made: Record<FileKind, Buffer> = {
      pdf: pdfOf(),
      jpeg: await pictureOf('jpeg'),
      png: await pictureOf('png'),
      doc: docOf(),
      docx: docxOf(),
      video: videoOf(),
    };
    for (const named of Object.keys(made) as FileKind[])
      for (const [kind, content] of Object.entries(made))
        if (kind !== named)
          expect([named, kind, await problemOf(named, content)]).toEqual([named, kind, 'contentDiffers']);
  });

  it('is refused as unsafe if it is an SVG, a web page or a program, under any name [security 33]', async () => {
    for (const kind of ['pdf', 'jpeg', 'png', 'doc', 'docx', 'video'] as const)
      for (const content of [
        svg,
        page,
        Buffer.from('MZ\x90\0'),
        Buffer.from('\x7fELF', 'latin1'),
        Buffer.from('#!/bin/sh'),
      ])
        expect([kind, await problemOf(kind, content)]).toEqual([kind, 'unsafe']);
  });

  it('never makes a check throw, whatever the bytes are [security 33]', async () => {
    const heads: Record<FileKind, string> = {
      pdf: '255044462d',
      jpeg: 'ffd8ff',
      png: '89504e470d0a1a0a',
      doc: 'd0cf11e0a1b11ae1',
      docx: '504b0304',
      video: '000000186674797069736f6d',
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(heads) as FileKind[])),
        fc.uint8Array({ maxLength: 3_000 }),
        async (kind, tail) => {
          const problem = await problemOf(kind, Buffer.concat([Buffer.from(heads[kind], 'hex'), tail]));
          if (!['jpeg', 'png'].includes(kind)) expect(typeof problem).toBe('string');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never makes a check throw if one byte of a valid file was changed, or the file is truncated [security 33]', async () => {
    for (const [kind, content] of [
      ['doc', docOf()],
      ['docx', docxOf()],
      ['video', videoOf()],
      ['pdf', pdfOf()],
    ] as const)
      await fc.assert(
        fc.asyncProperty(fc.nat(content.length - 1), fc.nat(255), async (at, byte) => {
          await problemOf(
            kind,
            patched(content, (copy) => copy.writeUInt8(byte, at)),
          );
          if (at > 16) await problemOf(kind, content.subarray(0, at));
        }),
        { numRuns: 120 },
      );
  });
});

describe('a PDF', () => {
  it('that is locked with a password is refused [security 33]', async () => {
    expect(await problemOf('pdf', pdfOf({ trailer: '/Encrypt 5 0 R' }))).toBe('encrypted');
    expect(await problemOf('pdf', pdfOf({ trailer: '/Encrypt<</Filter/Standard>>' }))).toBe('encrypted');
    expect(await problemOf('pdf', pdfOf({ trailer: '/EncryptMetadata true' }))).toBeNull();
  });

  it('that is also an archive is refused, with or without a comment in the archive [security 33]', async () => {
    const archive = Buffer.from(zipSync({ 'run.exe': strToU8('MZ') }));
    expect(await problemOf('pdf', Buffer.concat([pdfOf(), archive]))).toBe('unsafe');
    const inside = Buffer.concat([pdfOf(), archive, Buffer.from('\nstartxref\n0\n%%EOF\n')]);
    const comment = patched(inside, (copy) => {
      const end = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
      copy.writeUInt16LE(copy.length - end - 22, end + 20);
    });
    expect(await problemOf('pdf', comment)).toBe('unsafe');
  });

  it('that is truncated is refused', async () => {
    const whole = pdfOf({ size: 20_000 });
    for (const share of [0.01, 0.5, 0.99])
      expect(await problemOf('pdf', whole.subarray(0, Math.floor(whole.length * share)))).toBe(
        'contentDiffers',
      );
  });
});

describe('a Word document', () => {
  it.each([
    'word/vbaProject.bin',
    'word/vbaData.xml',
    'word/activeX/activeX1.xml',
    'word/embeddings/book.xlsm',
  ])('with macros in %s is refused [security 33]', async (part) => {
    expect(await problemOf('docx', docxOf({ [part]: strToU8('x') }))).toBe('macros');
  });

  it('that declares macros is refused, whatever the names of its parts [security 33]', async () => {
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
    expect(await problemOf('docx', docxOf({}, types))).toBe('macros');
  });

  it.each([
    'word/embeddings/oleObject1.bin',
    'word/media/run.exe',
    'word/media/page.html',
    'word/media/drawing.svg',
  ])('that contains %s is refused [security 33]', async (part) => {
    expect(await problemOf('docx', docxOf({ [part]: strToU8('x') }))).toBe('unsafe');
  });

  it('that loads a template from elsewhere is refused; a link in its text is not [security 33]', async () => {
    const relation = (type: string) =>
      strToU8(
        `<Relationships><Relationship Id="1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://evil.example/a.dotm" TargetMode="External"/></Relationships>`,
      );
    expect(
      await problemOf('docx', docxOf({ 'word/_rels/settings.xml.rels': relation('attachedTemplate') })),
    ).toBe('unsafe');
    expect(
      await problemOf('docx', docxOf({ 'word/_rels/document.xml.rels': relation('hyperlink') })),
    ).toBeNull();
  });

  it('that inflates above the limit is refused, however small the file is [security 33]', async () => {
    const bomb = bombOf(200 * 1024 * 1024, 150 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await problemOf('docx', bomb)).toBe('unsafe');
    expect(await problemOf('docx', bombOf(20 * 1024 * 1024, 15 * 1024 * 1024))).toBeNull();
  }, 60_000);

  it('whose parts share bytes, as in a decompression bomb, is refused [security 33]', async () => {
    const good = docxOf({ 'word/a.xml': strToU8('aaaa'), 'word/b.xml': strToU8('bbbb') });
    const shared = patched(good, (copy) => {
      const at = copy.indexOf('word/b.xml', tableAt(copy)) - 46;
      const before = copy.indexOf('word/a.xml', tableAt(copy)) - 46;
      copy.writeUInt32LE(copy.readUInt32LE(before + 42), at + 42);
    });
    expect(await problemOf('docx', shared)).toBe('unsafe');
  });

  it.each(['../../evil.xml', '/etc/passwd', 'word\\evil.xml', 'C:evil.xml'])(
    'with a part whose name leaves the folder, %s, is refused [security 33]',
    async (name) => {
      expect(await problemOf('docx', docxOf({ [name]: strToU8('x') }))).toBe('unsafe');
    },
  );

  it('that is locked with a password is refused, in the old format too [security 33]', async () => {
    const locked = patched(docxOf(), (copy) => {
      const at = tableAt(copy);
      copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
    });
    expect(await problemOf('docx', locked)).toBe('encrypted');
    // Word stores locked documents of the new format in a file of the old format.
    expect(await problemOf('doc', docOf(['EncryptedPackage', 'EncryptionInfo']))).toBe('encrypted');
    expect(await problemOf('doc', docOf([], { encrypted: true }))).toBe('encrypted');
  });

  it('with two directories is refused, because a program may read the one with macros [security 33]', async () => {
    const good = docxOf();
    const end = good.length - 22;
    const withLargeRecord = (count: number, directoryAt: number) => {
      const record = Buffer.alloc(56);
      record.writeUInt32LE(0x06064b50);
      record.writeBigUInt64LE(BigInt(count), 32);
      record.writeBigUInt64LE(BigInt(directoryAt), 48);
      const locator = Buffer.alloc(20);
      locator.writeUInt32LE(0x07064b50);
      locator.writeBigUInt64LE(BigInt(end), 8);
      return Buffer.concat([good.subarray(0, end), record, locator, good.subarray(end)]);
    };
    const count = good.readUInt16LE(end + 10);
    expect(await problemOf('docx', withLargeRecord(count, tableAt(good)))).toBeNull();
    expect(await problemOf('docx', withLargeRecord(count - 1, tableAt(good)))).toBe('unsafe');
    expect(await problemOf('docx', withLargeRecord(count, tableAt(good) + 46))).toBe('unsafe');
  });

  it('of the old format whose directory continues with itself is refused at once [security 33]', async () => {
    const directoryAt = 1_024;
    const endless = patched(docOf(), (copy) => {
      copy.fill(0, directoryAt, directoryAt + 512);
      copy.writeUInt32LE(1, 512 + 4);
    });
    expect(await problemOf('doc', endless)).toBe('contentDiffers');
  });

  it('of the old format that contains macros or files is refused [security 33]', async () => {
    for (const name of ['Macros', '_VBA_PROJECT', 'VBA'])
      expect(await problemOf('doc', docOf([name]))).toBe('macros');
    expect(await problemOf('doc', docOf(['\u0001Ole10Native']))).toBe('unsafe');
  });

  it('is not any other archive or any other file of the old format', async () => {
    expect(await problemOf('docx', Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('x') })))).toBe(
      'contentDiffers',
    );
    const workbook = patched(docOf(), (copy) =>
      copy.write('Workbook----', copy.indexOf(Buffer.from('WordDocument', 'utf16le')), 'utf16le'),
    );
    expect(await problemOf('doc', workbook)).toBe('contentDiffers');
  });
});

describe('a video', () => {
  it('with bytes after its end, truncated, or without a `moov` box, is refused [security 33]', async () => {
    const film = videoOf({ size: 50_000 });
    expect(await problemOf('video', Buffer.concat([film, page]))).toBe('contentDiffers');
    expect(
      await problemOf('video', Buffer.concat([film, Buffer.from(zipSync({ 'a.exe': strToU8('MZ') }))])),
    ).toBe('contentDiffers');
    for (const share of [0.01, 0.5, 0.99])
      expect(await problemOf('video', film.subarray(0, Math.floor(film.length * share)))).toBe(
        'contentDiffers',
      );
    const without = patched(film, (copy) => copy.write('free', copy.indexOf('moov'), 'latin1'));
    expect(await problemOf('video', without)).toBe('contentDiffers');
  });

  it('of random bytes after a valid beginning is refused', async () => {
    expect(await problemOf('video', Buffer.concat([videoOf().subarray(0, 20), randomBytes(5_000)]))).toBe(
      'contentDiffers',
    );
  });
});
