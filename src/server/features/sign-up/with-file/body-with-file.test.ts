import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../domain/errors.ts';
import { BodyWithFile, bytesOfDataUrl } from './body-with-file.ts';

/** Yields a text in pieces of these lengths, and the rest as the last piece. */
async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    if (at >= bytes.length) return;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function read(json: string, lengths: readonly number[] = [], most = 1_000_000) {
  const reader = new BodyWithFile();
  const chunks: Buffer[] = [];
  const text = reader.file(inPieces(Buffer.from(json), lengths));
  for await (const chunk of bytesOfDataUrl(text, most)) chunks.push(chunk);
  return { fields: reader.fields(), file: Buffer.concat(chunks) };
}

const refusal = async (...args: Parameters<typeof read>) => {
  const error: unknown = await read(...args).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.code : error;
};

const dataUrl = (bytes: Uint8Array, type = 'application/pdf') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

describe('the body of a sign-up with a file', () => {
  it('is the same JSON and the same bytes however it arrives, and wherever the file is in it [SIGNUP-10]', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
    const fields = fc.dictionary(
      fc.string().filter((key) => key !== 'file' && key !== '__proto__'),
      fc.jsonValue(),
      { maxKeys: 5 },
    );
    await fc.assert(
      fc.asyncProperty(
        fields,
        fields,
        fc.uint8Array({ maxLength: 300 }),
        lengths,
        async (before, after, bytes, cuts) => {
          const sent = { ...before, file: dataUrl(bytes), ...after };
          const { file: _, ...expected } = sent;
          for (const json of [JSON.stringify(sent), JSON.stringify(sent, null, 2)]) {
            const { fields: found, file } = await read(json, cuts);
            expect(found).toEqual(JSON.parse(JSON.stringify(expected)));
            expect(file.equals(Buffer.from(bytes))).toBe(true);
          }
        },
      ),
    );
  });

  it('can contain no file, or an empty one', async () => {
    for (const json of ['{"a":"b"}', '{"a":"b","file":""}', '{"file":"","a":"b"}'])
      expect(await read(json, [1, 1, 3])).toEqual({ fields: { a: 'b' }, file: Buffer.alloc(0) });
  });

  it.each([
    ['another address than a data URL', '{"file":"https://evil.example/a.pdf"}'],
    ['a data URL that is not base64', '{"file":"data:application/pdf,hello"}'],
    ['signs that are no base64', `{"file":"${dataUrl(Buffer.from('hello'))}!"}`],
    ['more after the end', `{"file":"${dataUrl(Buffer.from('a'))}AAAA"}`],
    ['half of four signs', '{"file":"data:application/pdf;base64,AAA"}'],
    ['a head without an end', `{"file":"data:${'a'.repeat(5_000)}"}`],
    ['escaped signs', String.raw`{"file":"data:application\/pdf;base64,AAAA"}`],
    ['a file that is no text', '{"file":{"a":"b"}}'],
    ['a file under a spelled-out name', String.raw`{"fil\u0065":"data:application/pdf;base64,AAAA"}`],
    ['two files', `{"file":"${dataUrl(Buffer.from('abc'))}","file":"${dataUrl(Buffer.from('abc'))}"}`],
    ['no JSON', '{"file":'],
    ['no object', '["file","data:application/pdf;base64,AAAA"]'],
  ])('is refused with %s [security 9]', async (_, json) => {
    for (const cuts of [[], [1, 2, 3, 4, 5, 6, 7]]) expect(await refusal(json, cuts)).toBe('invalid');
  });

  it('is refused when the fields or the file are too long, before the rest is read [GAP-113] [security 28]', async () => {
    expect(await refusal(JSON.stringify({ a: 'x'.repeat(200_000) }))).toBe('too-large');
    const file = dataUrl(Buffer.alloc(3_000));
    expect((await read(JSON.stringify({ file }), [], 3_000)).file).toHaveLength(3_000);
    expect(await refusal(JSON.stringify({ file }), [], 2_999)).toBe('too-large');
    let taken = 0;
    const endless = (async function* () {
      yield Buffer.from('{"file":"data:video/mp4;base64,');
      for (;;) {
        taken += 1;
        yield Buffer.from('A'.repeat(4_000));
      }
    })();
    const reading = (async () => {
      for await (const _ of bytesOfDataUrl(new BodyWithFile().file(endless), 100_000));
    })();
    await expect(reading).rejects.toMatchObject({ code: 'too-large' });
    expect(taken).toBeLessThan(50);
  });
});
