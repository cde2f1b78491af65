import { classNames } from '../class-names.ts';
import drawings from './wattle.svg?no-inline';

type Blossom = readonly [x: number, y: number, size: number, turn: number];

/** Positions of the blossoms: left edge, top edge, size, and rotation in degrees, in the units of the drawing. */
const blossoms = {
  branch: [
    [18, 274.2, 44.9, -11],
    [70.5, 208.6, 44.5, 4],
    [128.1, 256.5, 51.5, -22],
    [168.5, 185.7, 45.9, 17],
    [238.7, 223.7, 41.7, 23],
    [271, 156.6, 39.9, 1],
    [337.5, 168.8, 49.8, -3],
    [369.8, 103.9, 42.9, -1],
    [450.9, 117.1, 37.9, 15],
    [479.8, 61.8, 40.4, -6],
  ],
  small: [
    [-2.8, 78.7, 29, 19],
    [29.2, 44.5, 32.3, -7],
    [78.9, 49.8, 27.4, 5],
    [95.7, 13.7, 24.7, 24],
  ],
  tall: [
    [675.3, 850.4, 84.8, -18],
    [595.6, 833, 63.3, 1],
    [657.2, 763.4, 68.9, 12],
    [557.7, 752.9, 65.8, 2],
    [618.2, 675.1, 74, -6],
    [534.5, 675.7, 61.8, 10],
    [602.7, 591.5, 60.4, -12],
    [481.2, 601.2, 75.9, -8],
    [530, 516.6, 78.9, 3],
    [427.3, 539.5, 75.5, -23],
    [491.3, 446.7, 65.5, -17],
    [382.7, 468.4, 75.2, -1],
    [439.4, 370, 69, 21],
    [333.1, 402.4, 68.2, -2],
    [361.5, 316.4, 69.1, -9],
    [273.9, 335.4, 65.3, 8],
    [308.3, 240.6, 66.4, 20],
    [202.4, 270.7, 64.7, -20],
    [250.2, 161.4, 67.1, 12],
    [147.6, 187.1, 61.3, -7],
    [177.2, 102.7, 52.7, -22],
    [123.1, 93.1, 53.9, 4],
  ],
} as const satisfies Record<string, readonly Blossom[]>;

const viewBox = { branch: '0 0 560 300', small: '0 0 120 90', tall: '0 0 720 900' } as const;

type SprigProps = {
  /** `branch` for the dashboard, `small` beside a sentence, `tall` for the sign-in pages. */
  drawing?: keyof typeof blossoms | undefined;
  /** Steps done and all steps: one blossom opens for each step. Without it all blossoms are open. */
  done?: number | undefined;
  total?: number | undefined;
  /** Text alternative of the drawing, if no words beside it have its meaning. */
  label?: string | undefined;
  className?: string | undefined;
};

/** Returns the number of open blossoms: proportional to the steps done, none before the first step, all only after the last. */
export function openBlossoms(count: number, done: number, total: number): number {
  if (total <= 0 || done <= 0) return 0;
  return done >= total ? count : Math.min(count - 1, Math.max(1, Math.round((done / total) * count)));
}

/** The wattle sprig. It never carries meaning alone. */
export function Sprig({ drawing = 'branch', done, total, label, className }: SprigProps) {
  const places: readonly Blossom[] = blossoms[drawing];
  const open =
    done === undefined || total === undefined ? places.length : openBlossoms(places.length, done, total);
  return (
    <svg
      className={classNames('sprig', className)}
      viewBox={viewBox[drawing]}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${drawings}#${drawing}`} />
      {places.map(([x, y, size, turn], index) => (
        <use
          key={`${x} ${y}`}
          href={`${drawings}#${index < open ? 'blossom' : 'bud'}`}
          x={x}
          y={y}
          width={size}
          height={size}
          transform={index < open ? `rotate(${turn} ${x + size / 2} ${y + size / 2})` : undefined}
        />
      ))}
    </svg>
  );
}

/** Icon of a finished step: a blossom with a tick. */
export function DoneBlossom() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <use href={`${drawings}#done`} />
    </svg>
  );
}

/** The drawing of the logo. */
export function LogoDrawing() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <use href={`${drawings}#logo`} />
    </svg>
  );
}

/** Stem of the steps on small screens: a blossom for each done step. The words are beside it. */
export function StepStem({
  steps,
  current,
}: {
  steps: readonly { id: string; done: boolean }[];
  current?: string | undefined;
}) {
  const reached = Math.max(
    steps.findIndex((step) => step.id === current),
    steps.findLastIndex((step) => step.done),
  );
  const share = steps.length > 1 ? Math.max(0, reached) / (steps.length - 1) : 0;
  return (
    <div className="stemline" aria-hidden="true" style={{ '--f': share } as Record<string, number>}>
      {steps.map(({ id, done }) => (
        <i key={id} className={done ? 'on' : id === current ? 'at' : undefined}>
          {done && <DoneBlossom />}
        </i>
      ))}
    </div>
  );
}
