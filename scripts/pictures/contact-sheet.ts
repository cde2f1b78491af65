import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

/** Sizes in pixels. */
const pictureHeight = 200;
const captionHeight = 24;
const gap = 10;
const widest = 3_100;

type Picture = { image: Buffer; width: number };
type Cell = { caption: string; address: string; pictures: readonly Picture[]; width: number };

/** Names of pictures in the order of a cell: English before Chinese, wide before narrow. */
const order = ['en-1440-light', 'en-390-dark', 'zh-390-light', 'zh-320-dark'];

async function readCell(folder: string): Promise<Cell> {
  const [address = '', state = ''] = readFileSync(join(folder, 'caption.txt'), 'utf8').split('\n');
  const taken = new Set(readdirSync(folder));
  const pictures: Picture[] = [];
  for (const name of order.filter((each) => taken.has(`${each}.png`))) {
    const { data, info } = await sharp(join(folder, `${name}.png`))
      .resize({ height: pictureHeight })
      .png()
      .toBuffer({ resolveWithObject: true });
    pictures.push({ image: data, width: info.width });
  }
  const width = pictures.reduce((sum, picture) => sum + picture.width + 2, 0);
  return { caption: `${address}  ${state}`, address, pictures, width };
}

/** Puts cells into rows: each page begins one, unless most pages have one state. */
function rowsOf(cells: readonly Cell[]): Cell[][] {
  const pages = new Set(cells.map(({ address }) => address)).size;
  const rows: Cell[][] = [];
  let used = 0;
  for (const [at, cell] of cells.entries()) {
    const isNewPage = pages <= cells.length / 2 && cells[at - 1]?.address !== cell.address;
    const row = rows.at(-1);
    if (!row || isNewPage || used + cell.width > widest) {
      rows.push([cell]);
      used = 0;
    } else row.push(cell);
    used += cell.width + gap;
  }
  return rows;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Composes the pictures of one area into one image. */
export async function composeSheet(folder: string, file: string): Promise<void> {
  const cells = await Promise.all(
    readdirSync(folder)
      .toSorted()
      .map((name) => readCell(join(folder, name))),
  );
  const rows = rowsOf(cells);
  const layers: OverlayOptions[] = [];
  const captions: string[] = [];
  let [top, width] = [gap, 0];
  for (const row of rows) {
    let left = gap;
    for (const { caption, pictures } of row) {
      captions.push(
        `<text x="${left}" y="${top + 16}" font-size="14" font-family="sans-serif" fill="#222">${escaped(caption)}</text>`,
      );
      for (const { image, width: wide } of pictures) {
        layers.push({ input: image, left, top: top + captionHeight });
        left += wide + 2;
      }
      left += gap;
    }
    width = Math.max(width, left);
    top += captionHeight + pictureHeight + gap;
  }
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}">${captions.join('')}</svg>`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp({ create: { width, height: top, channels: 3, background: '#d6d6d6' } })
    .composite([{ input: Buffer.from(words), left: 0, top: 0 }, ...layers])
    .webp({ quality: 62, effort: 6, smartSubsample: true })
    .toFile(file);
}
