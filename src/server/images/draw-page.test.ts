import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { turns, uncropped, type PageView } from '../../domain/files/photographs.ts';
import { coloursOf, noise, redAndBlue } from '../features/files/photographs/photographs.fixture.ts';
import { drawPage, previewPage } from './draw-page.ts';

const megabyte = 1024 * 1024;
const whole: PageView = { turn: 0, crop: uncropped };

async function drawn(sent: Buffer, view: PageView = whole, bytesAtMost = 2 * megabyte): Promise<Buffer> {
  const page = await drawPage(sent, 'image/jpeg', view, bytesAtMost);
  if ('problem' in page) throw new Error(page.problem);
  return page.content;
}

describe('a drawn page', () => {
  it('is upright by the orientation of the photograph, and has no metadata [UPLOAD-19]', async () => {
    // Orientation 6: the telephone was held upright, and the sensor lay on its side.
    const page = await drawn(await redAndBlue(300, 200, 6));
    expect(await coloursOf(page)).toMatchObject({ width: 200, height: 300, top: 'red', bottom: 'blue' });
    expect(await sharp(page).metadata()).not.toHaveProperty('orientation', 6);
    expect((await sharp(page).metadata()).exif).toBeUndefined();
  });

  it('is turned clockwise after that', async () => {
    const sent = await redAndBlue(300, 200);
    const sides = { 0: 'left', 90: 'top', 180: 'right', 270: 'bottom' } as const;
    for (const turn of turns)
      expect((await coloursOf(await drawn(sent, { turn, crop: uncropped })))[sides[turn]]).toBe('red');
  });

  it('is cropped at the edges of the turned photograph', async () => {
    const sent = await redAndBlue(400, 200);
    const page = await drawn(sent, { turn: 180, crop: { top: 25, right: 50, bottom: 0, left: 10 } });
    expect(await coloursOf(page)).toMatchObject({ width: 160, height: 150, left: 'blue', right: 'blue' });
  });

  it('has at most 2,000 pixels on its longest side, and few enough bytes even of noise', async () => {
    const page = await drawn(await noise(2_600, 2_600), whole, 1.2 * megabyte);
    expect(Math.max((await coloursOf(page)).width, (await coloursOf(page)).height)).toBe(2_000);
    expect(page.length).toBeLessThan(1.2 * megabyte);
  });

  it('of a transparent picture is white', async () => {
    const png = await sharp({ create: { width: 40, height: 60, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const page = await drawPage(png, 'image/png', whole, megabyte);
    expect('content' in page && (await coloursOf(page.content)).top).toBe('255,255,255');
  });

  it('is refused for a decompression bomb before it is decoded, and for a broken photograph', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    expect(await drawPage(bomb, 'image/png', whole, megabyte)).toEqual({ problem: 'pictureTooBig' });
    const sent = await redAndBlue();
    expect(await drawPage(sent.subarray(0, 200), 'image/jpeg', whole, megabyte)).toEqual({
      problem: 'broken',
    });
    expect(await drawPage(Buffer.from('<svg/>'), 'image/png', whole, megabyte)).toEqual({
      problem: 'broken',
    });
  });
});

describe('the preview of a photograph', () => {
  it('is upright and small enough for a screen; null for a broken one', async () => {
    const preview = await previewPage(await redAndBlue(3_000, 2_000, 6), 'image/jpeg');
    expect(await coloursOf(preview ?? Buffer.alloc(0))).toMatchObject({
      width: 800,
      height: 1_200,
      top: 'red',
    });
    expect(await previewPage(Buffer.from('no picture'), 'image/jpeg')).toBeNull();
  });
});
