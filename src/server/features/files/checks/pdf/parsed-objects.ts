import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFXRefStreamParser,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** Maximum inflated size of all object streams of a file together, in bytes. */
const inflatedAtMost = 64 * 1024 * 1024;

/** Every object of a PDF, including older versions in a file that was saved several times. `context` resolves references. */
export type ParsedObjects = {
  context: PDFContext;
  objects: readonly PDFObject[];
  /** Number of object streams (compressed containers of objects) that were read. */
  objectStreams: number;
  isEncrypted: boolean;
};

const filterOf = (dict: PDFDict): string[] => {
  const filter = dict.lookup(PDFName.of('Filter'));
  if (filter === undefined) return [];
  const all = filter instanceof PDFArray ? filter.asArray() : [filter];
  return all.map((each) => (each instanceof PDFName ? each.decodeText() : '?'));
};

/** Inflates an object stream. @throws Error for any filter but plain FlateDecode, and above `atMost` bytes */
function inflated(stream: PDFRawStream, atMost: number): Buffer {
  const filters = filterOf(stream.dict);
  if (filters.length === 0) return Buffer.from(stream.contents);
  const isPlain = stream.dict.lookup(PDFName.of('DecodeParms')) === undefined;
  if (filters.join() !== 'FlateDecode' || !isPlain) throw new Error('unknown filter');
  return inflateSync(stream.contents, { maxOutputLength: Math.max(1, atMost) });
}

const objectStream = { parser: PDFObjectStreamParser.forStream };

/**
 * Reads every object of a PDF from its first byte to its last one, and ignores its cross-reference tables.
 * @throws Error for a file with an object that cannot be read
 */
export async function parseObjects(content: Uint8Array): Promise<ParsedObjects> {
  const parser = PDFParser.forBytesWithOptions(content, Infinity, true);
  const { context } = parser as unknown as { context: PDFContext };
  const objects: PDFObject[] = [];
  let left = inflatedAtMost;
  let objectStreams = 0;
  let isEncrypted = false;
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    if (object instanceof PDFInvalidObject) throw new Error('unreadable object');
    objects.push(object);
    assign(ref, object);
  };
  // The library inflates without a limit.
  PDFObjectStreamParser.forStream = (stream, shouldWait) => {
    const bytes = inflated(stream, left);
    left -= bytes.length;
    objectStreams += 1;
    const dict = stream.dict.clone(context);
    dict.delete(PDFName.of('Filter'));
    return objectStream.parser(PDFRawStream.of(dict, bytes), shouldWait);
  };
  // Do not inflate the cross-reference tables: every object is found without them.
  PDFXRefStreamParser.forStream = ({ dict }) => {
    isEncrypted ||= dict.has(PDFName.of('Encrypt'));
    const root = dict.get(PDFName.of('Root'));
    if (root) context.trailerInfo.Root = root;
    return { parseIntoContext: () => [] } as unknown as PDFXRefStreamParser;
  };
  await parser.parseDocument();
  const { Root, Encrypt } = context.trailerInfo;
  if (Root) objects.push(Root);
  return { context, objects, objectStreams, isEncrypted: isEncrypted || Encrypt !== undefined };
}
