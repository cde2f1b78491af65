import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { partBytes } from '../../../../domain/files/limits.ts';
import { uncropped, type PhotographedPage } from '../../../../domain/files/photographs.ts';
import type { TestClient } from '../../../../../testing/client.ts';
import { partOf, refusalIn } from '../uploads/uploads.fixture.ts';

/** Documents of photographs through the API, in the same calls as the web client. */

/** An unfinished document of photographs. */
export type Begun = {
  id: string;
  upload: { pages: { number: number; size: number; received: number; url: string }[] };
};

const fields = `id file_name size is_active
  upload { is_checking problem pages { number size received turn top right bottom left url } }`;

/** A JPEG of this size, red on the left and blue on the right. `orientation` is that of its EXIF data. */
export function redAndBlue(width = 300, height = 200, orientation = 1): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Random pixels, which no compression makes small. */
export function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  let seed = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = seed >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export const pageOf = (
  number: number,
  content: Buffer,
  view: Partial<PhotographedPage> = {},
): PhotographedPage => ({ number, size: content.length, turn: 0, crop: uncropped, ...view });

export async function begin(client: TestClient, file_name = 'My directive.pdf') {
  const { data, errors } = await client.graphql(
    `mutation ($file_name: String!) { beginPhotographs(file_name: $file_name) { ${fields} } }`,
    { file_name },
  );
  return { file: data?.beginPhotographs as Begun, refusal: refusalIn(errors) };
}

export async function change(client: TestClient, id: string, pages: readonly PhotographedPage[]) {
  const { data, errors } = await client.graphql(
    `mutation ($id: ID!, $pages: [PhotographInput!]!) { changePhotographs(id: $id, pages: $pages) { ${fields} } }`,
    { id, pages: pages.map(({ crop, ...page }) => ({ ...page, ...crop })) },
  );
  return { file: data?.changePhotographs as Begun, refusal: refusalIn(errors) };
}

/** Sends the parts of a photograph from part `from` on. */
export async function sendPhotograph(
  client: TestClient,
  { id, number }: { id: string; number: number },
  content: Buffer,
  from = 1,
): Promise<Response[]> {
  const responses: Response[] = [];
  for (let part = from; (part - 1) * partBytes < content.length; part += 1)
    responses.push(
      await client.fetch(`/api/files/${id}/pages/${number}/parts/${part}`, {
        method: 'PUT',
        body: new Uint8Array(partOf(content, part)),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
  return responses;
}

/** Begins a document of these photographs, and sends them. */
export async function photographed(
  client: TestClient,
  pages: readonly { content: Buffer; view?: Partial<PhotographedPage> }[],
): Promise<Begun> {
  const { file } = await begin(client);
  await change(
    client,
    file.id,
    pages.map(({ content, view }, at) => pageOf(at + 1, content, view)),
  );
  for (const [at, { content }] of pages.entries())
    await sendPhotograph(client, { id: file.id, number: at + 1 }, content);
  return file;
}

/** A page of a PDF: its size in points, and the picture on it. */
export type ReadPage = { width: number; height: number; jpeg: Buffer };

/** Reads the pages of a PDF with one picture on each. */
export async function readPages(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const pages = document.getPages().map((page): ReadPage => {
    const [picture] = page.node
      .Resources()
      ?.lookup(PDFName.of('XObject'), PDFDict)
      ?.entries()
      .map(([, ref]) => document.context.lookup(ref)) ?? [undefined];
    const jpeg = picture instanceof PDFRawStream ? Buffer.from(picture.contents) : Buffer.alloc(0);
    return { ...page.getSize(), jpeg };
  });
  return { title: document.getTitle(), language: document.catalog.get(PDFName.of('Lang')), pages };
}

/** Returns the colour near each edge of a picture: `red`, `blue`, or its values. */
export async function coloursOf(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
    if (red > 200 && green < 60 && blue < 60) return 'red';
    return blue > 200 && red < 60 && green < 60 ? 'blue' : `${red},${green},${blue}`;
  };
  const [middleX, middleY] = [Math.floor(info.width / 2), Math.floor(info.height / 2)];
  return {
    width: info.width,
    height: info.height,
    top: at(middleX, 4),
    right: at(info.width - 5, middleY),
    bottom: at(middleX, info.height - 5),
    left: at(4, middleY),
  };
}
