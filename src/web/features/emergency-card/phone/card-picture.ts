import { quietZone } from '../../../ui/drawings/qr-drawing.ts';
import type { CardLines } from './card-lines.ts';
import { pictureSize, setBlock, type Measure, type PlacedWords, type Type } from './picture-layout.ts';

const ink = '#17231D';
const leaf = '#15493A';
const white = '#FFFFFF';

/** A laid out card: the header's height, the code's position and the pixels of each of its modules, and all words. */
export type CardPicture = {
  header: number;
  code: { x: number; y: number; module: number };
  words: readonly PlacedWords[];
};

const edge = 85;
const gap = 24;
/** Maximum width of the code with its quiet zone, in pixels. */
const codeAtMost = 764;
const smallest = 0.4;
const stepDown = 0.02;

/**
 * Lays out the words of a card and its code of `modules` modules a side. All sizes shrink together until every word fits: none
 * may be cut off. The code keeps its size, on whole pixels.
 */
export function layOut(lines: CardLines, modules: number, measure: Measure): CardPicture {
  for (let scale = 1; ; scale -= stepDown) {
    const { picture, end } = placed(lines, modules, measure, scale);
    if (end <= pictureSize.height - gap || scale <= smallest) return picture;
  }
}

function placed(lines: CardLines, modules: number, measure: Measure, scale: number) {
  const { width } = pictureSize;
  const type = (size: number, weight: Type['weight']): Type => ({ size: Math.round(size * scale), weight });
  /** The first language unchanged, the second below it and smaller. */
  const inEach = (words: readonly string[], size: number, colour: string, weight: Type['weight']) =>
    words.map((said, at) => ({
      ...(at === 0 ? type(size, weight) : type(size * 0.82, 500)),
      words: said,
      colour,
    }));

  const heading = setBlock(
    inEach(lines.heading, 82, white, 700),
    { x: edge, y: gap, width: width - 2 * edge },
    measure,
  );
  const header = Math.round(heading.end + gap);

  const module = Math.floor(codeAtMost / (modules + 2 * quietZone));
  const codeWidth = module * (modules + 2 * quietZone);
  const code = { x: width - codeWidth - gap, y: header + gap, module };
  const column = { x: edge, y: header + gap, width: code.x - edge - gap };

  const facts = setBlock(
    lines.facts.flatMap(({ id, labels, value }, at) => [
      {
        ...type(58, 400),
        words: labels.join('  '),
        colour: '#414D46',
        ...(at > 0 && { before: 22 * scale }),
      },
      { ...type({ name: 104, pin: 130, dob: 78, careProvider: 78 }[id], 700), words: value, colour: ink },
    ]),
    column,
    measure,
  );
  const scan = setBlock(
    inEach(lines.scan, 62, ink, 700),
    { x: Math.round(code.x + codeWidth / 2), y: code.y + codeWidth, width: codeWidth, align: 'center' },
    measure,
  );
  const sayings = setBlock(
    lines.sayings.flatMap((said, at) =>
      said.map((words) => ({ ...type(at === 0 ? 58 : 52, at === 0 ? 700 : 500), words, colour: ink })),
    ),
    { x: edge, y: Math.max(facts.end, scan.end) + gap, width: width - 2 * edge },
    measure,
  );
  return {
    picture: {
      header,
      code,
      words: [...heading.placed, ...facts.placed, ...scan.placed, ...sayings.placed],
    },
    end: sayings.end,
  };
}

/** The part of a canvas that is used. */
export type Drawing = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'font' | 'textAlign' | 'fillRect' | 'strokeRect' | 'fillText'
>;

/** Draws a laid out card; `dark` are the rows of the code's modules. */
export function drawCard(
  canvas: Drawing,
  { header, code, words }: CardPicture,
  dark: readonly (readonly boolean[])[],
  fontOf: (type: Type) => string,
): void {
  const { width, height } = pictureSize;
  canvas.fillStyle = white;
  canvas.fillRect(0, 0, width, height);
  canvas.fillStyle = leaf;
  canvas.fillRect(0, 0, width, header);
  canvas.fillStyle = ink;
  const from = quietZone * code.module;
  dark.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      canvas.fillRect(
        code.x + from + x * code.module,
        code.y + from + y * code.module,
        code.module,
        code.module,
      );
    }),
  );
  for (const { x, y, colour, align, ...set } of words) {
    canvas.fillStyle = colour;
    canvas.textAlign = align;
    canvas.font = fontOf(set);
    canvas.fillText(set.words, x, y);
  }
  canvas.strokeStyle = leaf;
  canvas.lineWidth = 8;
  canvas.strokeRect(4, 4, width - 8, height - 8);
}
