import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js';
import { useEffect, useRef } from 'react';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

/** Values of one kind, in the order of the names. */
export type Series = { label: string; values: readonly number[] };

/** Side of the square that is repeated in a hatched bar, in pixels. */
const hatchSize = 8;

/** Returns diagonal lines, by which the second kind of bars differs from the first in greys too. */
function hatch(ground: string, lines: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = hatchSize;
  const pen = tile.getContext('2d');
  if (!pen) return ground;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, hatchSize, hatchSize);
  pen.strokeStyle = lines;
  pen.lineWidth = 2;
  for (const shift of [-hatchSize, 0, hatchSize]) {
    pen.beginPath();
    pen.moveTo(shift - 1, hatchSize + 1);
    pen.lineTo(shift + hatchSize + 1, -1);
    pen.stroke();
  }
  return pen.createPattern(tile, 'repeat') ?? ground;
}

function draw(canvas: HTMLCanvasElement, names: readonly string[], series: readonly Series[]): Chart {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const [ink, line] = [colour('--ink-2'), colour('--line')];
  const fills = [colour('--leaf'), hatch(colour('--gold'), colour('--gold-ink'))];
  const font = { family: style.fontFamily, size: parseFloat(style.fontSize) };
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...names],
      datasets: series.map(({ label, values }, index) => ({
        label,
        data: [...values],
        backgroundColor: fills[index % fills.length]!,
        borderColor: colour('--ink'),
        borderWidth: 1,
        borderRadius: 3,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      events: [],
      scales: {
        x: { grid: { display: false }, border: { color: line }, ticks: { color: ink, font } },
        y: {
          beginAtZero: true,
          grid: { color: line },
          border: { display: false },
          ticks: { color: ink, font, precision: 0, maxTicksLimit: 6 },
        },
      },
    },
  });
}

/** Bars for each name. Screen readers read the table beside it, which has the same numbers. */
export function BarChart({ names, series }: { names: readonly string[]; series: readonly Series[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const place = canvas.current;
    let chart = draw(place, names, series);
    const again = () => {
      chart.destroy();
      chart = draw(place, names, series);
    };
    // The theme and the size of the letters are attributes of the document. Paper has its own colours.
    const look = new MutationObserver(again);
    look.observe(document.documentElement, { attributes: true });
    addEventListener('beforeprint', again);
    addEventListener('afterprint', again);
    return () => {
      look.disconnect();
      removeEventListener('beforeprint', again);
      removeEventListener('afterprint', again);
      chart.destroy();
    };
  }, [names, series]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
