import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import type { ContentProblem } from '../file-reader.ts';
import { parseObjects, type ParsedObjects } from './parsed-objects.ts';

/** Actions that run a program, open or send something, or play what is in the file (ISO 32000-2, 12.6.4). */
const activeActions: ReadonlySet<string> = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'Rendition', 'Movie', 'Sound'],
  ...['RichMediaExecute', 'GoTo3DView'],
]);

/** Keys that hold scripts, forms of another technology, or other files. */
const activeKeys: ReadonlySet<string> = new Set([
  ...['JS', 'JavaScript', 'XFA', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'RichMediaSettings'],
]);

/** Annotations and streams that hold other files or play them. */
const activeTypes: ReadonlySet<string> = new Set([
  ...['EmbeddedFile', 'FileAttachment', 'RichMedia', 'Movie', 'Screen', 'Sound', '3D'],
]);

/** Actions that may happen without a click: they only move within the file. Scanners and Word write them at the opening. */
const quietActions: ReadonlySet<string> = new Set(['GoTo', 'Named', 'Hide', 'SetOCGState', 'Trans']);

/** Names that no ordinary file has anywhere, also outside what a parser reaches. Short ones could stand there by chance. */
const activeNames = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia\w*|SubmitForm|ImportData)(?![\w.-])/;

/** Text with every `#xx` of a name as the letter that it stands for (ISO 32000-2, 7.3.5). */
const withoutEscapes = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const nameIn = (object: PDFObject | undefined) =>
  object instanceof PDFName ? object.decodeText() : undefined;

/** Whether what happens without a click only moves within the file. */
function isQuiet({ context }: ParsedObjects, action: PDFObject | undefined): boolean {
  const found = context.lookup(action);
  if (!(found instanceof PDFDict)) return true;
  const name = nameIn(found.lookup(PDFName.of('S')));
  return name !== undefined && quietActions.has(name) && !found.has(PDFName.of('Next'));
}

function isActive(parsed: ParsedObjects, dict: PDFDict): boolean {
  for (const [key, value] of dict.entries()) {
    const name = key.decodeText();
    const named = nameIn(parsed.context.lookup(value));
    if (activeKeys.has(name)) return true;
    if (name === 'S' && named !== undefined && activeActions.has(named)) return true;
    if ((name === 'Type' || name === 'Subtype') && named !== undefined && activeTypes.has(named)) return true;
    if (name === 'OpenAction' && !isQuiet(parsed, value)) return true;
    const additional = name === 'AA' ? parsed.context.lookup(value) : undefined;
    if (additional instanceof PDFDict && !additional.values().every((action) => isQuiet(parsed, action)))
      return true;
  }
  return false;
}

/** Whether any dictionary, at any depth of any object, holds something that acts. */
function hasActive(parsed: ParsedObjects): boolean {
  const waiting: PDFObject[] = [...parsed.objects];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      if (isActive(parsed, dict)) return true;
      for (const value of dict.values()) if (!(value instanceof PDFRef)) waiting.push(value);
    } else if (dict instanceof PDFArray)
      for (const value of dict.asArray()) if (!(value instanceof PDFRef)) waiting.push(value);
  }
  return false;
}

/**
 * What is wrong inside a PDF: it is locked, it holds what acts when it is opened or clicked (scripts, programs, other files), or it
 * cannot be read. A file with more object streams than were read hides some.
 */
export async function inspectPdf(content: Uint8Array): Promise<ContentProblem | null> {
  const text = withoutEscapes(
    Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1'),
  );
  if (activeNames.test(text)) return 'pdfActive';
  let parsed: ParsedObjects;
  try {
    parsed = await parseObjects(content);
  } catch {
    return 'pdfUnreadable';
  }
  if (parsed.isEncrypted) return 'encrypted';
  if (hasActive(parsed)) return 'pdfActive';
  return text.split('/ObjStm').length - 1 > parsed.objectStreams ? 'pdfUnreadable' : null;
}
