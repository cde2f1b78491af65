import type { PageView } from '../../../../domain/files/photographs.ts';
import type { Picture } from './kept/page-list.ts';
import css from './photographs.module.css';

type PagePictureProps = {
  picture: Picture | undefined;
  view: PageView;
  /** Shows the whole photograph, not the crop. */
  whole?: boolean;
  label: string;
};

/** Returns the width of a turned photograph divided by its height. */
export function shapeOf(picture: Picture | undefined, view: PageView): number {
  if (!picture) return 3 / 4;
  const { width, height } = turnedFrame(picture, view);
  return width / height;
}

/** Returns the width and height of a turned picture, and the SVG transformation that turns it. */
function turnedFrame({ width, height }: Picture, { turn }: PageView) {
  if (turn === 90) return { width: height, height: width, transform: `translate(${height} 0) rotate(90)` };
  if (turn === 180) return { width, height, transform: `translate(${width} ${height}) rotate(180)` };
  if (turn === 270) return { width: height, height: width, transform: `translate(0 ${width}) rotate(270)` };
  return { width, height, transform: undefined };
}

/** A photograph as it will be in the document: turned and cropped. */
export function PagePicture({ picture, view, whole, label }: PagePictureProps) {
  if (!picture) return <span className={css.noPicture} role="img" aria-label={label} />;
  const { width, height, transform } = turnedFrame(picture, view);
  const { top, right, bottom, left } = whole ? { top: 0, right: 0, bottom: 0, left: 0 } : view.crop;
  const box = [
    (left * width) / 100,
    (top * height) / 100,
    ((100 - left - right) * width) / 100,
    ((100 - top - bottom) * height) / 100,
  ];
  return (
    <svg className={css.picture} role="img" aria-label={label} viewBox={box.join(' ')}>
      <image href={picture.src} width={picture.width} height={picture.height} transform={transform} />
    </svg>
  );
}
