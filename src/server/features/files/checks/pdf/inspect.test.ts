import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { createPdfPool } from '../../../../documents/pdf-process/pdf-pool.ts';
import { planDocument } from '../../../../documents/plan/plan-document.ts';
import { planFacts } from '../../../../documents/plan/plan-document.fixture.ts';
import { problemOfPdf } from './pdf.ts';
import { createPdfInspector } from './inspector.ts';

/** Returns a PDF of one page, made from its objects: the first is the catalog, the third the page. */
function pdfWith({ catalog = '', page = '', more = [] as (string | Buffer)[] } = {}): Buffer {
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>`,
    ...more,
  ];
  const objects = bodies.flatMap((body, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    Buffer.from(body),
    Buffer.from('\nendobj\n'),
  ]);
  const tail = `trailer<</Root 1 0 R/Size ${bodies.length + 1}>>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, Buffer.from(tail)]);
}

const stream = (dict: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dict}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** Returns an object stream with one object, number 9. */
const packed = (object: string | Buffer, more = '') => {
  const content = Buffer.concat([Buffer.from('9 0 '), Buffer.from(object)]);
  return stream(`/Type/ObjStm/N 1/First 4/Filter/FlateDecode${more}`, deflateSync(content));
};

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

describe('a PDF with active content', () => {
  it.each<[string, Buffer]>([
    ['a script at its opening', pdfWith({ catalog: `/OpenAction${script}` })],
    ['a script behind a reference', pdfWith({ catalog: '/OpenAction 4 0 R', more: [script] })],
    ['names with escapes', pdfWith({ catalog: '/Open#41ction<</S/J#61vaScript/#4a#53(x)>>' })],
    ['a short script with an escaped name alone', pdfWith({ page: '/X<</#4aS(x)>>' })],
    ['a program', pdfWith({ page: '/Annots[<</Subtype/Link/A<</S/Launch/F(calc.exe)>>>>]' })],
    ['a script in an object stream', pdfWith({ catalog: '/OpenAction 9 0 R', more: [packed(script)] })],
    ['an escaped script in an object stream', pdfWith({ more: [packed('<</S/#4aavaScript>>')] })],
    ['a script of a page', pdfWith({ page: `/AA<</O${script}>>` })],
    [
      'a page that is opened elsewhere by itself',
      pdfWith({ catalog: '/OpenAction<</S/URI/URI(https://evil.example)>>' }),
    ],
    [
      'the same when a page is turned',
      pdfWith({ page: '/AA<</O 4 0 R>>', more: ['<</S/URI/URI(https://evil.example)>>'] }),
    ],
    [
      'a second action behind a quiet one',
      pdfWith({ catalog: '/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/URI/URI(x)>>>>' }),
    ],
    ['a form that sends itself', pdfWith({ page: '/Annots[<</Subtype/Widget/A<</S/SubmitForm/F(x)>>>>]' })],
    ['a form of another technology', pdfWith({ catalog: '/AcroForm<</Fields[]/XFA 4 0 R>>', more: ['[]'] })],
    ['another file', pdfWith({ more: [stream('/Type/Embedded#46ile', Buffer.from('MZ'))] })],
    ['a list of other files', pdfWith({ catalog: '/Names<</EmbeddedFiles<</Names[]>>>>' })],
    ['a film', pdfWith({ page: '/Annots[<</Subtype/RichMedia>>]' })],
    ['a script of an older save', Buffer.concat([pdfWith({ more: [script] }), pdfWith({ more: ['null'] })])],
  ])('is refused with %s [S-20]', async (_, content) => {
    expect(await problemOfPdf(content)).toBe('pdfActive');
  });

  it('is refused if made by a library with a document script or an attached file [S-20]', async () => {
    const made = await PDFDocument.create();
    made.addPage();
    made.addJavaScript('hello', 'app.alert(1)');
    const content = Buffer.from(await made.save());
    expect(await problemOfPdf(content)).toBe('pdfActive');
    const holder = await PDFDocument.create();
    holder.addPage();
    await holder.attach(Buffer.from('MZ'), 'run.exe');
    expect(await problemOfPdf(Buffer.from(await holder.save()))).toBe('pdfActive');
  });

  it('is refused if it cannot be read: a hidden or unknown object stream, corrupt objects [S-20]', async () => {
    const hidden = stream('', Buffer.concat([Buffer.from('9 0 obj '), packed(script)]));
    for (const more of [hidden, packed(script, '/DecodeParms<</Predictor 12/Columns 4>>'), '<</A'])
      expect(await problemOfPdf(pdfWith({ more: [more] }))).toBe('pdfUnreadable');
    const ascii = stream('/Type/ObjStm/N 1/First 4/Filter/ASCIIHexDecode', Buffer.from('00>'));
    expect(await problemOfPdf(pdfWith({ more: [ascii] }))).toBe('pdfUnreadable');
  });

  it('is refused if it is locked, also with an escaped /Encrypt name [S-20] [D-20]', async () => {
    const locked = pdfWith().toString('latin1').replace('/Size', '/Encr#79pt 4 0 R/Size');
    expect(await problemOfPdf(Buffer.from(locked, 'latin1'))).toBe('encrypted');
  });
});

describe('an ordinary PDF', () => {
  it.each<[string, Buffer]>([
    ['a place to open at, as scanners write it', pdfWith({ catalog: '/OpenAction[3 0 R/Fit]' })],
    ['the same as an action', pdfWith({ catalog: '/OpenAction<</S/GoTo/D[3 0 R/XYZ 0 0 1]>>' })],
    ['a link', pdfWith({ page: '/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]' })],
    ['a form that is only filled in', pdfWith({ catalog: '/AcroForm<</Fields[]>>' })],
    [
      'a picture whose bytes say something by chance',
      pdfWith({ more: [stream('', Buffer.from('\0/JS /AA /EF'))] }),
    ],
    ['two saves', Buffer.concat([pdfWith(), pdfWith()])],
  ])('is accepted with %s [S-20]', async (_, content) => {
    expect(await problemOfPdf(content)).toBeNull();
  });

  it('is accepted from a browser, from our own engine, and from a library with object streams [S-20]', async () => {
    const ours = createPdfPool();
    afterAll(() => ours.close());
    const browser = readFileSync(join(import.meta.dirname, 'chromium.pdf'));
    expect(await problemOfPdf(browser)).toBeNull();
    for (const language of ['en', 'zh'] as const) {
      const set = await ours.makePdf(planDocument(planFacts(language)));
      expect(await problemOfPdf(Buffer.from(set))).toBeNull();
    }

    const made = await PDFDocument.create();
    const page = made.addPage();
    page.drawText('Margaret', { font: await made.embedFont(StandardFonts.Helvetica) });
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9] };
    const action = { Type: 'Action', S: 'URI', URI: PDFString.of('https://example.org') };
    page.node.set(PDFName.of('Annots'), made.context.obj([made.context.obj({ ...link, A: action })]));
    made.catalog.set(PDFName.of('OpenAction'), made.context.obj([page.ref, 'Fit']));
    for (const useObjectStreams of [true, false])
      expect(await problemOfPdf(Buffer.from(await made.save({ useObjectStreams })))).toBeNull();
  });
});

describe('the thread that reads PDFs', () => {
  it('refuses decompression bombs within bounded time and memory, and reads the next file [S-20]', async () => {
    const inspector = createPdfInspector({ timeoutMs: 3_000 });
    const before = process.memoryUsage.rss();
    for (const bomb of [
      packed(Buffer.alloc(300 * 1024 * 1024, 32)),
      packed('['.repeat(5_000_000)),
      packed(`[${'<<>>'.repeat(8_000_000)}]`),
    ])
      expect(await inspector.inspect(pdfWith({ more: [bomb] }))).toBe('pdfUnreadable');
    expect(process.memoryUsage.rss() - before).toBeLessThan(900 * 1024 * 1024);
    expect(await inspector.inspect(pdfWith())).toBeNull();
    await inspector.close();
  }, 60_000);

  it('stops a check that takes too long, and does not block the server meanwhile [S-20]', async () => {
    const inspector = createPdfInspector({ timeoutMs: 1 });
    const slow = pdfWith({ more: [packed(`[${'<<>>'.repeat(100_000)}]`)] });
    expect(await inspector.inspect(slow)).toBe('pdfUnreadable');
    await inspector.close();
  });
});
