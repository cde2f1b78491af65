import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useText } from '../../../app/texts.tsx';
import type { Series } from './bar-chart.tsx';
import { isHidden, numberWords } from './numbers.tsx';
import css from './reports.module.css';

/** A line of figures: its name, and a number for each column. */
export type Figure = { name: string; values: readonly number[] };

type FiguresProps = {
  title: string;
  /** Heading of the column with the names. */
  of: string;
  /** Headings of the columns with the numbers, in the order of `values`. */
  columns: readonly string[];
  figures: readonly Figure[];
  /** The columns that the chart shows, by their position; no chart without them. */
  charted?: readonly number[];
};

/** The numbers of a report as a table, with a chart of the same numbers. */
export function Figures({ title, of, columns, figures, charted = [] }: FiguresProps) {
  const t = useText();
  const mayChart =
    charted.length > 0 && figures.every(({ values }) => charted.every((index) => !isHidden(values[index]!)));
  return (
    <section className={css.figures}>
      <h2>{title}</h2>
      <div className={mayChart ? css.beside : undefined}>
        {mayChart && <Charted columns={columns} figures={figures} charted={charted} />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
        <div className={css.scroll} role="region" aria-label={title} tabIndex={0}>
          <table className={`tbl ${css.numbers}`}>
            <caption className="vh">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                {columns.map((column) => (
                  <th key={column} scope="col" className="r">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={columns[index]} className="r num">
                      {numberWords(value, t)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

type Chart = ComponentType<{ names: readonly string[]; series: readonly Series[] }>;

/** The library of the chart is loaded when the table is already shown. If that fails, the table is enough. */
function useChart(): { Part?: Chart } {
  const [chart, setChart] = useState<{ Part?: Chart }>({});
  useEffect(() => {
    let isGone = false;
    void import('./bar-chart.tsx').then(
      ({ BarChart }) => !isGone && setChart({ Part: BarChart }),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return chart;
}

function Charted({
  columns,
  figures,
  charted,
}: Required<Pick<FiguresProps, 'columns' | 'figures' | 'charted'>>) {
  const { Part } = useChart();
  const key = JSON.stringify([columns, figures, charted]);
  // Drawn again only for other numbers or words, not with each rendering.
  const [names, series] = useMemo(() => {
    const [titles, lines, places] = JSON.parse(key) as [string[], Figure[], number[]];
    return [
      lines.map(({ name }) => name),
      places.map((place) => ({ label: titles[place]!, values: lines.map(({ values }) => values[place]!) })),
    ] as const;
  }, [key]);
  return (
    <div className={css.charted}>
      <ul className={css.key} aria-hidden="true">
        {charted.map((place) => (
          <li key={columns[place]}>{columns[place]}</li>
        ))}
      </ul>
      <div className={css.chart}>{Part && <Part names={names} series={series} />}</div>
    </div>
  );
}
