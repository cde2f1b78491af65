import { AppError } from '../../../../domain/errors.ts';
import { headBytes, kindOfContent } from '../../../../domain/files/content.ts';
import { previewPage } from '../../../images/draw-page.ts';
import type { Services } from '../../../pipeline/context.ts';
import { readWhole, type Content } from '../bytes/content.ts';
import { refusalOf } from '../faults.ts';

/**
 * Draws a photograph for the screen: upright, neither turned nor cropped.
 * @throws AppError `not-found` if it cannot be drawn; `unavailable`
 */
export async function previewOf(services: Services, content: Content): Promise<Buffer> {
  const sent = await readWhole(services, content).catch((error: unknown) => Promise.reject(refusalOf(error)));
  const kind = kindOfContent(sent.subarray(0, headBytes));
  const picture = kind === 'jpeg' || kind === 'png' ? await previewPage(sent, `image/${kind}`) : null;
  if (!picture) throw new AppError('not-found');
  return picture;
}
