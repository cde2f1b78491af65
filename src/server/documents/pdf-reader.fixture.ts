import { inflateSync } from 'node:zlib';

/** The content of a PDF that our engine wrote, for tests. Other PDFs are not supported. */
export type ReadPdf = {
  /** The text of each page, in painting order, without line breaks. */
  pages: string[];
  /**
   * The text of all pages, without blanks and invisible break opportunities, for searching words that may be broken over lines.
   */
  text: string;
  /** Everything outside streams with a filter: content, names and links. */
  raw: string;
  /** Languages of the document and of its stretches of text. */
  languages: Set<string>;
  /** The stretches of marked text without blanks, each with its language for screen readers. */
  stretches: Stretch[];
  images: number;
};

type Stretch = { text: string; language: string };

/** `packed` is the position of the stream in the file, for a stream with a filter. */
type PdfObject = { dictionary: string; stream: string | undefined; packed: [number, number] | undefined };

const languageMark = /\/Lang \(([^)]*)\)/g;

/** A piece of marked content with its number. */
const markedContent = /<<((?:(?!>>)[\s\S])*?\/MCID (\d+)(?:(?!>>)[\s\S])*)>> BDC([\s\S]*?)\nEMC/g;

/** Reads a PDF: its objects, then the text of its pages through the fonts' tables to Unicode. */
export function readPdf(pdf: Uint8Array): ReadPdf {
  const raw = Buffer.from(pdf).toString('latin1');
  const objects = objectsOf(raw);
  const pages: string[] = [];
  const stretches: Stretch[] = [];
  const languageOfElement = elementLanguages(objects);
  const languages = new Set([...raw.matchAll(languageMark)].map(([, language = '']) => language));
  for (const kid of pageNumbers(objects)) {
    const page = objects.get(kid)?.dictionary ?? '';
    const fonts = fontsOf(page, objects);
    const content = contentOf(page, objects);
    for (const [, language = ''] of content.matchAll(languageMark)) languages.add(language);
    pages.push(textOfContent(content, fonts));
    for (const [, marks = '', id, marked = ''] of content.matchAll(markedContent))
      stretches.push({
        text: compact(textOfContent(marked, fonts)),
        language: new RegExp(languageMark.source).exec(marks)?.[1] ?? languageOfElement(kid, Number(id)),
      });
  }
  return {
    pages,
    text: compact(pages.join('')),
    raw: withoutPacked(raw, objects),
    languages,
    stretches,
    images: [...objects.values()].filter(({ dictionary }) => /\/Subtype \/Image/.test(dictionary)).length,
  };
}

/** Returns the languages of a text that is in one stretch, or within one. */
export function languagesOf({ stretches }: ReadPdf, text: string): Set<string> {
  const spoken = stretches.filter((stretch) => stretch.text.includes(compact(text)));
  return new Set(spoken.map(({ language }) => language));
}

/** Returns the language of marked content, which comes from its enclosing elements or from the document. */
function elementLanguages(objects: Map<number, PdfObject>): (page: number, id: number) => string {
  const elements = new Map<string, PdfObject>();
  const isElement = ({ dictionary }: PdfObject) => dictionary.includes('/Type /StructElem');
  for (const element of [...objects.values()].filter(isElement)) {
    const page = reference(element.dictionary, 'Pg');
    const kids = /\/K (\[[^\]]*\]|\d+(?! 0 R))/.exec(element.dictionary)?.[1] ?? '';
    for (const [id] of kids.replaceAll(/\d+ 0 R/g, '').matchAll(/\d+/g))
      elements.set(`${page} ${id}`, element);
  }
  const catalog = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Catalog'));
  const ownLanguage = (element?: PdfObject) =>
    new RegExp(languageMark.source).exec(element?.dictionary ?? '')?.[1];
  return (page, id) => {
    let element = elements.get(`${page} ${id}`);
    while (element && !ownLanguage(element)) element = objects.get(reference(element.dictionary, 'P'));
    return ownLanguage(element) ?? ownLanguage(catalog) ?? '';
  };
}

/** Returns the content stream of each page. */
export function contentsOf(pdf: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'));
  return pageNumbers(objects).map((kid) => contentOf(objects.get(kid)?.dictionary ?? '', objects));
}

/** Returns a text without blanks and invisible break opportunities. */
export function compact(text: string): string {
  return text.replace(/[\s\u200B]/g, '');
}

function objectsOf(raw: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const match of raw.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\s(?:stream\r?\n|endobj)/g)) {
    const dictionary = match[2] ?? '';
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const start = match.index + match[0].length;
    const bytes = match[0].endsWith('endobj')
      ? undefined
      : Buffer.from(raw.slice(start, start + length), 'latin1');
    const stream =
      bytes && (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
    const packed: PdfObject['packed'] =
      bytes && dictionary.includes('/Filter') ? [start, start + length] : undefined;
    objects.set(Number(match[1]), { dictionary, stream, packed });
  }
  return objects;
}

/** Returns a file without its compressed streams, whose bytes may contain any word by chance. */
function withoutPacked(file: string, objects: Map<number, PdfObject>): string {
  const kept: string[] = [];
  let at = 0;
  const places = [...objects.values()].flatMap(({ packed }) => (packed ? [packed] : []));
  for (const [start, end] of places.toSorted(([one], [other]) => one - other)) {
    kept.push(file.slice(at, start));
    at = end;
  }
  return [...kept, file.slice(at)].join('');
}

const contentOf = (page: string, objects: Map<number, PdfObject>): string =>
  objects.get(reference(page, 'Contents'))?.stream ?? '';

function pageNumbers(objects: Map<number, PdfObject>): number[] {
  const root =
    [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Pages'))?.dictionary ?? '';
  return references(/\/Kids \[([^\]]*)\]/.exec(root)?.[1] ?? '');
}

function reference(dictionary: string, key: string): number {
  return Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(dictionary)?.[1] ?? -1);
}

function references(list: string): number[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
}

function fontsOf(page: string, objects: Map<number, PdfObject>): Map<string, Map<number, string>> {
  const shared = objects.get(reference(page, 'Resources'))?.dictionary;
  const list = /\/Font <<([\s\S]*?)>>/.exec(shared ?? page)?.[1] ?? '';
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', number] of list.matchAll(/\/(\S+) (\d+) 0 R/g)) {
    const font = objects.get(Number(number))?.dictionary ?? '';
    fonts.set(name, toUnicode(objects.get(reference(font, 'ToUnicode'))?.stream ?? ''));
  }
  return fonts;
}

function toUnicode(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', hex = ''] of block.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi)) {
      characters.set(Number.parseInt(glyph, 16), text(hex));
    }
  }
  return characters;
}

function textOfContent(content: string, fonts: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined;
  let result = '';
  const tokens = /\/(\S+) [\d.]+ Tf|\(|<<|<([0-9A-Fa-f]+)>/g;
  for (let token = tokens.exec(content); token; token = tokens.exec(content)) {
    let bytes: Buffer | undefined;
    if (token[1] !== undefined) font = fonts.get(token[1]);
    else if (token[2] !== undefined) bytes = Buffer.from(token[2], 'hex');
    else if (token[0] === '<<') tokens.lastIndex = content.indexOf('>>', token.index);
    else {
      const literal = literalAt(content, tokens.lastIndex);
      tokens.lastIndex = literal.end;
      bytes = literal.bytes;
    }
    for (let at = 0; bytes && at + 1 < bytes.length; at += 2)
      result += font?.get(bytes.readUInt16BE(at)) ?? '';
  }
  return result;
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads a string that starts after its bracket. Brackets within it are escaped or in pairs. */
function literalAt(content: string, start: number): { bytes: Buffer; end: number } {
  let text = '';
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < content.length; at += 1) {
    const character = content.charAt(at);
    const octal = /^\\([0-7]{1,3})/.exec(content.slice(at, at + 4))?.[1];
    if (octal !== undefined) {
      text += String.fromCharCode(Number.parseInt(octal, 8));
      at += octal.length;
    } else if (character === '\\') {
      at += 1;
      text += escapes[content.charAt(at)] ?? content.charAt(at);
    } else {
      depth += character === '(' ? 1 : character === ')' ? -1 : 0;
      if (depth > 0) text += character;
    }
  }
  return { bytes: Buffer.from(text, 'latin1'), end: at };
}
