import { AppError } from '../../../../domain/errors.ts';

/** Maximum length of a sign-up's JSON without the file, in bytes: far more than all fields need. */
const fieldsAtMost = 100_000;

/** Maximum length of the data URL's prefix before the base64, in bytes. */
const headAtMost = 200;

const dataUrlHead = /^data:[\w.+/-]{0,100}(;[\w.=-]{1,40})*;base64,/;

const sign = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [sign('"'), sign('\\'), sign(','), sign(':')];
const opening = new Set([sign('{'), sign('[')]);
const closing = new Set([sign('}'), sign(']')]);

const unreadable = () =>
  new AppError('invalid', { fields: [{ field: 'file', message: 'error.fileValidation' }] });

/**
 * Parses the JSON of a sign-up as it arrives, so that its file is never in memory as a whole: `file` yields the text of the field
 * `file` in pieces, and after its end `fields` returns the object with an empty `file`.
 */
export class BodyWithFile {
  private readonly kept = Buffer.allocUnsafe(fieldsAtMost);
  private length = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private keyNext = false;
  private isKey = false;
  private keyFrom = 0;
  private key = '';
  private valueNext = false;
  private inFile = false;

  /** Yields the text of the field `file`. @throws AppError `too-large`, `invalid` */
  async *file(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    for await (const bytes of body) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < chunk.length;) {
        if (!this.inFile) {
          this.step(chunk[at] as number);
          at += 1;
          continue;
        }
        const end = chunk.indexOf(quote, at);
        const piece = chunk.subarray(at, end === -1 ? chunk.length : end);
        if (piece.includes(backslash)) throw unreadable();
        if (piece.length > 0) yield piece;
        at += piece.length;
        this.inFile = end === -1;
      }
    }
  }

  /**
   * Returns the other fields. @throws AppError `invalid` if the body is not a JSON object, or has a file that was not read as one
   */
  fields(): Record<string, unknown> {
    let parsed: unknown;
    try {
      parsed = JSON.parse(this.kept.toString('utf8', 0, this.length));
    } catch {
      throw new AppError('invalid');
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new AppError('invalid');
    const { file = '', ...fields } = parsed as Record<string, unknown>;
    if (file !== '') throw unreadable();
    return fields;
  }

  private step(byte: number): void {
    if (this.length === fieldsAtMost) throw new AppError('too-large');
    this.kept[this.length] = byte;
    this.length += 1;
    if (this.inString) this.inText(byte);
    else if (byte === quote) this.beginText();
    else if (opening.has(byte)) {
      this.depth += 1;
      this.keyNext = this.depth === 1;
      this.valueNext = false;
    } else if (closing.has(byte)) this.depth -= 1;
    else if (byte === comma && this.depth === 1) {
      this.keyNext = true;
      this.valueNext = false;
    } else if (byte === colon && this.depth === 1) this.valueNext = true;
  }

  private beginText(): void {
    this.inString = true;
    this.isKey = this.depth === 1 && this.keyNext;
    this.keyNext = false;
    this.keyFrom = this.length;
    this.inFile = this.depth === 1 && !this.isKey && this.valueNext && this.key === 'file';
  }

  private inText(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === backslash) this.escaped = true;
    else if (byte === quote) {
      this.inString = false;
      if (this.isKey) this.key = this.kept.toString('utf8', this.keyFrom, this.length - 1);
    }
  }
}

/**
 * Decodes a data URL as its text arrives. Yields nothing for an empty text.
 * @throws AppError `invalid` for any other text, `too-large` for more than `most` bytes
 */
export async function* bytesOfDataUrl(text: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let head = '';
  let isOpen = false;
  let rest = '';
  let bytes = 0;
  let isOver = false;
  for await (const piece of text) {
    let base64 = piece.toString('latin1');
    if (!isOpen) {
      head += base64;
      const end = head.indexOf(',') + 1;
      if (end === 0 && head.length <= headAtMost) continue;
      if (end === 0 || !dataUrlHead.test(head.slice(0, end))) throw unreadable();
      base64 = head.slice(end);
      isOpen = true;
    }
    if (base64 === '') continue;
    if (isOver || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw unreadable();
    rest += base64;
    const whole = rest.length - (rest.length % 4);
    const ready = rest.slice(0, whole);
    rest = rest.slice(whole);
    isOver = ready.endsWith('=');
    const decoded = Buffer.from(ready, 'base64');
    bytes += decoded.length;
    if (bytes > most) throw new AppError('too-large');
    if (decoded.length > 0) yield decoded;
  }
  if (rest !== '' || (!isOpen && head !== '')) throw unreadable();
}
