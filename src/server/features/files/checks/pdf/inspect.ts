import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import type { ContentProblem } from '../file-reader.ts';
import { parseObjects, type ParsedObjects } from './parsed-objects.ts';

/** Actions that run a program, open or send something, or play embedded media (ISO 32000-2, 12.6.4). */
const activeActions: ReadonlySet<string> = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'Rendition', 'Movie', 'Sound'],
  ...['RichMediaExecute', 'GoTo3DView'],
]);

/** Keys that contain scripts, forms of another technology (XFA), or other files. */
const activeKeys: ReadonlySet<string> = new Set([
  ...['JS', 'JavaScript', 'XFA', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'RichMediaSettings'],
]);

/** Types of annotations and streams that contain or play other files. */
const activeTypes: ReadonlySet<string> = new Set([
  ...['EmbeddedFile', 'FileAttachment', 'RichMedia', 'Movie', 'Screen', 'Sound', '3D'],
]);

/** Actions allowed without a click: they only change the view of the file. Scanners and Word write them as opening actions. */
const quietActions: ReadonlySet<string> = new Set(['GoTo', 'Named', 'Hide', 'SetOCGState', 'Trans']);

/** Names that no ordinary file contains, even outside of parsed objects. Short names are left out: they could occur by chance. */
const activeNames = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia\w*|SubmitForm|ImportData)(?![\w.-])/;

/** Replaces every `#xx` escape in names by its character (ISO 32000-2, 7.3.5). */
const withoutEscapes = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const nameIn = (object: PDFObject | undefined) =>
  object instanceof PDFName ? object.decodeText() : undefined;

/** Whether an action without a click only changes the view of the file. */
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

/** Whether any dictionary, at any depth of any object, contains active content. */
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
 * Returns what is wrong with the content of a PDF; null for nothing. A PDF is refused if it is locked, has active content
 * (scripts, programs, other files) or cannot be read. A file that names more object streams than were read hides some of them.
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
