import { useLanguage, useText } from '../../app/texts.tsx';
import { monthName } from '../../app/month-name.ts';
import type { Figures } from './overview-api.ts';
import css from './staff.module.css';

/** Complete plans at the end of the last six months: bars, and a table of the same numbers for screen readers (N-01). */
export function Trend({ months }: { months: Figures['months'] }) {
  const t = useText();
  const language = useLanguage();
  const [first] = months;
  const most = Math.max(...months.map(({ customers }) => customers));
  if (!first || most <= 0) return null;
  return (
    <>
      <span className={css.trend} aria-hidden="true">
        {months.map(({ month, complete }) => (
          <i key={month} style={{ height: `${Math.max(4, (100 * complete) / most)}%` }} />
        ))}
      </span>
      <span className={css.trendNote} aria-hidden="true">
        {t('today.months.before', { count: String(first.complete), month: monthName(first.month, language) })}
      </span>
      {/* The class is on a div, because a table does not become narrower than its words. */}
      <div className="vh">
        <table>
          <caption>{t('today.months')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('today.months.month')}</th>
              <th scope="col">{t('dash.provider.completed')}</th>
              <th scope="col">{t('dash.provider.customers')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, complete, customers }) => (
              <tr key={month}>
                <th scope="row">{monthName(month, language)}</th>
                <td>{complete}</td>
                <td>{customers}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
